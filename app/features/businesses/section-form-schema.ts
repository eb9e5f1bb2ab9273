import { z } from 'zod/mini'
import { formatLongDate } from '#app/lib/dates.ts'
import { londonDay, noonOfDay } from '#app/lib/days.ts'
import { optionalFieldSchema } from '#app/lib/form-fields.ts'
import { multilineTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import type { BusinessLogoPlaceholder } from '#app/lib/initials.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { businessSizes, type TradeRegisterName, tradeRegisterNames } from './facts-model.ts'
import {
  businessAddressFieldSchemas,
  businessContactFieldSchemas,
  businessProfileFieldSchemas,
  businessSocialFieldSchemas,
  optionalBusinessTextSchema,
  promoVideoUrlSchema,
} from './form-schema.ts'
import {
  type BusinessField,
  type BusinessMedia,
  type BusinessSection,
  type BusinessStatus,
  businessFieldLabels,
  businessFieldLengths,
  unknownChoiceMessage,
} from './model.ts'
import { explainTradeRegistrationNumber, parseTradeRegistrationNumber } from './registration-rules.ts'
import { parseCompanyNumber } from './rules.ts'

/** A number in a public register; empty becomes null. */
const registration = (scheme: TradeRegisterName) =>
  z.pipe(
    singleLineTextSchema(),
    z.transform((typed: string, context): string | null => {
      if (!hasVisibleCharacter(typed)) return null
      const number = parseTradeRegistrationNumber(scheme, typed)
      if (number !== null) return number
      context.issues.push({ code: 'custom', message: explainTradeRegistrationNumber(scheme, typed), input: typed })
      return z.NEVER
    }),
  )

const registrations = Object.fromEntries(tradeRegisterNames.map((name) => [name, registration(name)])) as Record<
  TradeRegisterName,
  ReturnType<typeof registration>
>

/** The last day of an insurance that has not ended; empty becomes null. */
const insuranceUntil = z.pipe(
  singleLineTextSchema(),
  z.transform((typed: string, context): string | null => {
    if (!hasVisibleCharacter(typed)) return null
    const day = noonOfDay(typed)
    const problem = !day
      ? `${businessFieldLabels.insuranceUntil} must be a date, such as 2027-03-31`
      : typed < londonDay(new Date()) &&
        `This insurance ended on ${formatLongDate(day)}. Enter the end date of your current insurance`
    if (!problem) return typed
    context.issues.push({ code: 'custom', message: problem, input: typed })
    return z.NEVER
  }),
)

const factFields = z
  .object({
    ...registrations,
    insuranceKind: optionalBusinessTextSchema('insuranceKind', businessFieldLengths.insuranceKind),
    insuranceUntil,
    openingHours: optionalFieldSchema(multilineTextSchema(), {
      label: businessFieldLabels.openingHours,
      limit: businessFieldLengths.openingHours,
    }),
    size: optionalFieldSchema(singleLineTextSchema(), {
      label: businessFieldLabels.size,
      limit: 10,
      read: (value) => (Object.hasOwn(businessSizes, value) ? value : null),
      message: unknownChoiceMessage(businessFieldLabels.size),
    }),
  })
  .check(
    z.superRefine(({ insuranceKind, insuranceUntil }, context) => {
      const need = (path: BusinessField, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (insuranceKind && !insuranceUntil) need('insuranceUntil', 'Enter the end date of your insurance')
      if (insuranceUntil && !insuranceKind) need('insuranceKind', 'Enter what your insurance covers')
    }),
  )

/** The sections of /my-business, each saved on its own. */
export const businessSectionSchemas = {
  basic: z.object({
    ...businessProfileFieldSchemas,
    companyNumber: optionalFieldSchema(singleLineTextSchema(), {
      label: businessFieldLabels.companyNumber,
      limit: businessFieldLengths.companyNumber,
      read: parseCompanyNumber,
      message: '',
    }),
  }),
  contact: z.object(businessContactFieldSchemas),
  address: z.object(businessAddressFieldSchemas),
  social: z.object({ ...businessSocialFieldSchemas, promoVideoUrl: promoVideoUrlSchema }),
  facts: factFields,
} as const satisfies Record<BusinessSection, z.ZodMiniType>

export type BusinessSectionValues<Which extends BusinessSection> = z.output<(typeof businessSectionSchemas)[Which]>

/** The texts, links and choices of a business, by column. */
export type BusinessValues = BusinessSectionValues<'basic'> &
  BusinessSectionValues<'contact'> &
  BusinessSectionValues<'address'> &
  BusinessSectionValues<'social'> &
  BusinessSectionValues<'facts'>

/** A business, for its owner alone. */
export interface OwnBusinessDetails {
  id: string
  slug: string
  name: string
  tile: BusinessLogoPlaceholder
  city: string | null
  county: string | null
  values: BusinessValues
  /** What Call dials on its page; null if nothing can be dialled. */
  dials: string | null
  /** Sent with the form of each section, to detect changes made elsewhere since it was shown. */
  versions: Record<BusinessSection, string>
  isActive: boolean
  status: BusinessStatus
  createdAt: Date
  updatedAt: Date | null
}

/** A business with its pictures, for its owner alone. */
export interface OwnBusiness extends OwnBusinessDetails, BusinessMedia {}
