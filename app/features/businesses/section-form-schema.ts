import { z } from 'zod/mini'
import { formatLongDate } from '#app/lib/dates.ts'
import { londonDay, noonOfDay } from '#app/lib/days.ts'
import { optionalParsedFieldSchema } from '#app/lib/form-fields.ts'
import { multilineTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import type { PlaceholderLogoInitialsAndColour } from '#app/lib/initials.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { businessSizeLabels, type TradeRegisterName, tradeRegisterNames } from './facts-model.ts'
import {
  businessAddressFieldSchemas,
  businessContactFieldSchemas,
  businessProfileFieldSchemas,
  businessSocialFieldSchemas,
  optionalBusinessTextSchema,
  promoVideoUrlSchema,
} from './form-schema.ts'
import {
  type BusinessFieldName,
  type BusinessVisibilityStatus,
  businessFieldLabels,
  businessFieldMaxLengths,
  type MyBusinessSectionName,
  type OwnBusinessMedia,
  unknownChoiceMessage,
} from './model.ts'
import { explainInvalidTradeRegistrationNumber, parseTradeRegistrationNumber } from './registration-rules.ts'
import { normaliseCompanyNumber } from './rules.ts'

/** A number in a public register; empty becomes null. */
const registration = (scheme: TradeRegisterName) =>
  z.pipe(
    singleLineTextSchema(),
    z.transform((typed: string, context): string | null => {
      if (!hasVisibleCharacter(typed)) return null
      const number = parseTradeRegistrationNumber(scheme, typed)
      if (number !== null) return number
      context.issues.push({
        code: 'custom',
        message: explainInvalidTradeRegistrationNumber(scheme, typed),
        input: typed,
      })
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
    insuranceKind: optionalBusinessTextSchema('insuranceKind', businessFieldMaxLengths.insuranceKind),
    insuranceUntil,
    openingHours: optionalParsedFieldSchema(multilineTextSchema(), {
      label: businessFieldLabels.openingHours,
      limit: businessFieldMaxLengths.openingHours,
    }),
    size: optionalParsedFieldSchema(singleLineTextSchema(), {
      label: businessFieldLabels.size,
      limit: 10,
      read: (value) => (Object.hasOwn(businessSizeLabels, value) ? value : null),
      message: unknownChoiceMessage(businessFieldLabels.size),
    }),
  })
  .check(
    z.superRefine(({ insuranceKind, insuranceUntil }, context) => {
      const need = (path: BusinessFieldName, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (insuranceKind && !insuranceUntil) need('insuranceUntil', 'Enter the end date of your insurance')
      if (insuranceUntil && !insuranceKind) need('insuranceKind', 'Enter what your insurance covers')
    }),
  )

/** The sections of /my-business, each saved on its own. */
export const myBusinessSectionSchemas = {
  basic: z.object({
    ...businessProfileFieldSchemas,
    companyNumber: optionalParsedFieldSchema(singleLineTextSchema(), {
      label: businessFieldLabels.companyNumber,
      limit: businessFieldMaxLengths.companyNumber,
      read: normaliseCompanyNumber,
      message: '',
    }),
  }),
  contact: z.object(businessContactFieldSchemas),
  address: z.object(businessAddressFieldSchemas),
  social: z.object({ ...businessSocialFieldSchemas, promoVideoUrl: promoVideoUrlSchema }),
  facts: factFields,
} as const satisfies Record<MyBusinessSectionName, z.ZodMiniType>

export type MyBusinessSectionValues<Which extends MyBusinessSectionName> = z.output<
  (typeof myBusinessSectionSchemas)[Which]
>

/** The texts, links and choices of a business, by column. */
export type BusinessValues = MyBusinessSectionValues<'basic'> &
  MyBusinessSectionValues<'contact'> &
  MyBusinessSectionValues<'address'> &
  MyBusinessSectionValues<'social'> &
  MyBusinessSectionValues<'facts'>

/** A business, for its owner alone. */
export interface OwnBusinessWithoutPictures {
  id: string
  slug: string
  name: string
  tile: PlaceholderLogoInitialsAndColour
  city: string | null
  county: string | null
  values: BusinessValues
  /** What Call dials on its page; null if nothing can be dialled. */
  dials: string | null
  /** Sent with the form of each section, to detect changes made elsewhere since it was shown. */
  versions: Record<MyBusinessSectionName, string>
  isActive: boolean
  status: BusinessVisibilityStatus
  createdAt: Date
  updatedAt: Date | null
}

/** A business with its pictures, for its owner alone. */
export interface OwnBusinessWithPictures extends OwnBusinessWithoutPictures, OwnBusinessMedia {}
