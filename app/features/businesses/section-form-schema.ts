import { z } from 'zod/mini'
import { formatLongDate } from '#app/lib/dates.ts'
import { londonDay, noonOf } from '#app/lib/days.ts'
import { optionalField } from '#app/lib/form-fields.ts'
import { line, paragraphs } from '#app/lib/form-text.ts'
import type { LogoTile } from '#app/lib/initials.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { businessSizes, type SchemeName, schemeNames } from './facts-model.ts'
import {
  addressFieldSchemas,
  contactFieldSchemas,
  profileFieldSchemas,
  promoVideoUrl,
  socialFieldSchemas,
  text,
} from './form-schema.ts'
import {
  type BusinessField,
  type BusinessStatus,
  businessFieldLabels,
  businessLengths,
  type Media,
  type Section,
  unknownChoice,
} from './model.ts'
import { explainRegistrationNumber, parseRegistrationNumber } from './registration-rules.ts'
import { parseCompanyNumber } from './rules.ts'

/** A number in a public register; empty becomes null. */
const registration = (scheme: SchemeName) =>
  z.pipe(
    line(),
    z.transform((typed: string, context): string | null => {
      if (!isVisible(typed)) return null
      const number = parseRegistrationNumber(scheme, typed)
      if (number !== null) return number
      context.issues.push({ code: 'custom', message: explainRegistrationNumber(scheme, typed), input: typed })
      return z.NEVER
    }),
  )

const registrations = Object.fromEntries(schemeNames.map((name) => [name, registration(name)])) as Record<
  SchemeName,
  ReturnType<typeof registration>
>

/** The last day of an insurance that has not ended; empty becomes null. */
const insuranceUntil = z.pipe(
  line(),
  z.transform((typed: string, context): string | null => {
    if (!isVisible(typed)) return null
    const day = noonOf(typed)
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
    insuranceKind: text('insuranceKind', businessLengths.insuranceKind),
    insuranceUntil,
    openingHours: optionalField(paragraphs(), {
      label: businessFieldLabels.openingHours,
      limit: businessLengths.openingHours,
    }),
    size: optionalField(line(), {
      label: businessFieldLabels.size,
      limit: 10,
      read: (value) => (Object.hasOwn(businessSizes, value) ? value : null),
      message: unknownChoice(businessFieldLabels.size),
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
export const sectionSchemas = {
  basic: z.object({
    ...profileFieldSchemas,
    companyNumber: optionalField(line(), {
      label: businessFieldLabels.companyNumber,
      limit: businessLengths.companyNumber,
      read: parseCompanyNumber,
      message: '',
    }),
  }),
  contact: z.object(contactFieldSchemas),
  address: z.object(addressFieldSchemas),
  social: z.object({ ...socialFieldSchemas, promoVideoUrl }),
  facts: factFields,
} as const satisfies Record<Section, z.ZodMiniType>

export type SectionValues<Which extends Section> = z.output<(typeof sectionSchemas)[Which]>

/** The texts, links and choices of a business, by column. */
export type BusinessValues = SectionValues<'basic'> &
  SectionValues<'contact'> &
  SectionValues<'address'> &
  SectionValues<'social'> &
  SectionValues<'facts'>

/** A business, for its owner alone. */
export interface OwnDetails {
  id: string
  slug: string
  name: string
  tile: LogoTile
  city: string | null
  county: string | null
  values: BusinessValues
  /** What Call dials on its page; null if nothing can be dialled. */
  dials: string | null
  /** Sent with the form of each section, to detect changes made elsewhere since it was shown. */
  versions: Record<Section, string>
  isActive: boolean
  status: BusinessStatus
  createdAt: Date
  updatedAt: Date | null
}

/** A business with its pictures, for its owner alone. */
export interface OwnBusiness extends OwnDetails, Media {}
