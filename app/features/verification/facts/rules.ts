import { href } from 'react-router'
import { formatPublicServiceArea, headcountLabel, type SchemeName } from '#app/features/businesses/facts-model.ts'
import { type BusinessField, businessFieldLabels } from '#app/features/businesses/model.ts'
import { isScheme, schemes } from '#app/features/businesses/registration-rules.ts'
import { companyRegisterUrl } from '#app/features/businesses/rules.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { noonOf } from '#app/lib/days.ts'

/** What a reviewer may confirm. */
export type ConfirmableFact = 'companyNumber' | 'insurance' | SchemeName

/** What an owner states and nobody confirms, each in a column of its own, in the order of pages. */
export const statedFields = ['openingHours', 'size'] as const satisfies BusinessField[]

/** What an owner states about a business. */
export type Fact = ConfirmableFact | 'serviceArea' | (typeof statedFields)[number]

/** What a confirmation is of besides the value. Place and trades are those of insurance. */
export interface FactSubject {
  name: string | null
  place: string | null
  trades: string | null
}

/** Where the reviewer saw it. */
export type ConfirmationMethod = 'register' | 'certificate'

export const methodLabels: Record<ConfirmationMethod, string> = {
  register: 'seen in the public register',
  certificate: 'seen on the certificate',
}

/** Parses the name of a fact that can be confirmed; null for anything else. */
export function parseConfirmableFact(name: string): ConfirmableFact | null {
  return name === 'companyNumber' || name === 'insurance' || isScheme(name) ? name : null
}

export function labelOf(fact: Fact): string {
  return fact === 'serviceArea' ? 'Service area' : businessFieldLabels[fact === 'insurance' ? 'insuranceKind' : fact]
}

/**
 * The value of a fact as people read it. That of an insurance is stored as its last day and, behind a space, what it covers, so
 * that a confirmation is of both.
 */
export function formatFact(fact: Fact, value: string): string {
  switch (fact) {
    case 'insurance': {
      const day = noonOf(value.slice(0, 10))
      return day ? `${value.slice(11)}, until ${formatLongDate(day)}` : value
    }
    case 'serviceArea':
      return formatPublicServiceArea(value) ?? value
    case 'size':
      return headcountLabel(value) ?? value
    default:
      return value
  }
}

/** What a confirmation is of besides the value, in words: its name and, for insurance, its place and trades. */
export function formatSubject({ name, place, trades }: FactSubject): string {
  return [`‘${name ?? 'no name'}’`, place && `in ${place}`, trades && `(${trades})`].filter(Boolean).join(' ')
}

/** The page of a fact in its public register, or of the register's search; null if it has none. */
export function registerUrlOf(fact: Fact, value: string): string | null {
  if (fact === 'companyNumber') return companyRegisterUrl(value)
  return isScheme(fact) ? schemes[fact].url(value) : null
}

/** What an owner is told whose change has ended confirmations; null where it has ended none. */
export function explainEnded(facts: readonly ConfirmableFact[]): string | null {
  if (facts.length === 0) return null
  return `We had confirmed this for your business as it was: ${facts.map(labelOf).join(', ')}. Your page now says that you stated these. You can ask us again under Facts we can confirm.`
}

/** Days that a confirmation lasts at most. */
export const confirmationLastsDays = 365

/** Certificates that may be uploaded for one fact. */
export const certificateMaximum = 3

/** Path of the page where an owner asks to have facts confirmed. */
export const ownFactsPath = href('/my-business/facts')

/** Path of the list of businesses with facts to confirm. */
export const factsToConfirmPath = href('/admin/facts')

/** Path of the facts of one business to confirm. */
export function factsOfBusinessPath(businessId: string): string {
  return href('/admin/facts/:id', { id: businessId })
}
