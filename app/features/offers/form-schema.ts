import { z } from 'zod/mini'
import { choiceSchema } from '#app/lib/form-fields.ts'
import { type OfferPartner, offerPartners } from './model.ts'
import { parsePartnerCodes } from './rules.ts'

const partner = choiceSchema(Object.keys(offerPartners) as [OfferPartner, ...OfferPartner[]], 'Partner')

const codeList = z.transform((value, context): string[] => {
  const found = parsePartnerCodes(typeof value === 'string' ? value : '')
  if ('codes' in found) return found.codes
  context.issues.push({ code: 'custom', message: found.problem, input: value })
  return z.NEVER
})

/** Codes that an admin adds for a partner's offer. */
export const addPartnerCodesSchema = z
  .object({ partner, kind: choiceSchema(['single', 'shared'], 'Kind'), codes: codeList })
  .check(
    z.refine(({ kind, codes }) => kind === 'single' || codes.length === 1, {
      path: ['codes'],
      message: 'A code for everyone is one line',
    }),
  )

/** Takes back the codes of a partner that nobody has. */
export const removePartnerCodesSchema = z.object({ partner })

export type AddPartnerCodesInput = z.output<typeof addPartnerCodesSchema>
