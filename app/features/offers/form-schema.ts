import { z } from 'zod/mini'
import { choice } from '#app/lib/form-fields.ts'
import { type Partner, partners } from './model.ts'
import { parseCodes } from './rules.ts'

const partner = choice(Object.keys(partners) as [Partner, ...Partner[]], 'Partner')

const codeList = z.transform((value, context): string[] => {
  const found = parseCodes(typeof value === 'string' ? value : '')
  if ('codes' in found) return found.codes
  context.issues.push({ code: 'custom', message: found.problem, input: value })
  return z.NEVER
})

/** Codes that an admin adds for a partner's offer. */
export const codesSchema = z.object({ partner, kind: choice(['single', 'shared'], 'Kind'), codes: codeList }).check(
  z.refine(({ kind, codes }) => kind === 'single' || codes.length === 1, {
    path: ['codes'],
    message: 'A code for everyone is one line',
  }),
)

/** Takes back the codes of a partner that nobody has. */
export const removeCodesSchema = z.object({ partner })

export type AddedCodes = z.output<typeof codesSchema>
