import { href } from 'react-router'
import {
  businessSizeLabelOf,
  formatPublicServiceArea,
  type TradeRegisterName,
} from '#app/features/businesses/facts-model.ts'
import { type BusinessFieldName, businessFieldLabels } from '#app/features/businesses/model.ts'
import { isTradeRegisterName, tradeRegisters } from '#app/features/businesses/registration-rules.ts'
import { companyRegisterUrl } from '#app/features/businesses/rules.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { noonOfDay } from '#app/lib/days.ts'

/** What a reviewer may confirm. */
export type ConfirmableBusinessFactName = 'companyNumber' | 'insurance' | TradeRegisterName

/** What an owner states and nobody confirms, each in a column of its own, in the order of pages. */
export const unconfirmableBusinessFields = ['openingHours', 'size'] as const satisfies BusinessFieldName[]

/** What an owner states about a business. */
export type BusinessFactName =
  | ConfirmableBusinessFactName
  | 'serviceArea'
  | (typeof unconfirmableBusinessFields)[number]

/** What a confirmation is of besides the value. Place and trades are those of insurance. */
export interface FactConfirmationContext {
  name: string | null
  place: string | null
  trades: string | null
}

/** Where the reviewer saw it. */
export type FactConfirmationMethod = 'register' | 'certificate'

export const factConfirmationMethodLabels: Record<FactConfirmationMethod, string> = {
  register: 'seen in the public register',
  certificate: 'seen on the certificate',
}

/** Parses the name of a fact that can be confirmed; null for anything else. */
export function parseConfirmableBusinessFactName(name: string): ConfirmableBusinessFactName | null {
  return name === 'companyNumber' || name === 'insurance' || isTradeRegisterName(name) ? name : null
}

export function businessFactLabelOf(fact: BusinessFactName): string {
  return fact === 'serviceArea' ? 'Service area' : businessFieldLabels[fact === 'insurance' ? 'insuranceKind' : fact]
}

/**
 * The value of a fact as people read it. That of an insurance is stored as its last day and, behind a space, what it covers, so
 * that a confirmation is of both.
 */
export function formatBusinessFactValue(fact: BusinessFactName, value: string): string {
  switch (fact) {
    case 'insurance': {
      const day = noonOfDay(value.slice(0, 10))
      return day ? `${value.slice(11)}, until ${formatLongDate(day)}` : value
    }
    case 'serviceArea':
      return formatPublicServiceArea(value) ?? value
    case 'size':
      return businessSizeLabelOf(value) ?? value
    default:
      return value
  }
}

/** What a confirmation is of besides the value, in words: its name and, for insurance, its place and trades. */
export function formatFactConfirmationContext({ name, place, trades }: FactConfirmationContext): string {
  return [`‘${name ?? 'no name'}’`, place && `in ${place}`, trades && `(${trades})`].filter(Boolean).join(' ')
}

/** The page of a fact in its public register, or of the register's search; null if it has none. */
export function publicRegisterUrlOfFact(fact: BusinessFactName, value: string): string | null {
  if (fact === 'companyNumber') return companyRegisterUrl(value)
  return isTradeRegisterName(fact) ? tradeRegisters[fact].url(value) : null
}

/** What an owner is told whose change has ended confirmations; null where it has ended none. */
export function explainEndedFactConfirmations(facts: readonly ConfirmableBusinessFactName[]): string | null {
  if (facts.length === 0) return null
  return `We had confirmed this for your business as it was: ${facts.map(businessFactLabelOf).join(', ')}. Your page now says that you stated these. You can ask us again under Facts we can confirm.`
}

/** Days that a confirmation lasts at most. */
export const factConfirmationLastsDays = 365

/** Certificates that may be uploaded for one fact. */
export const certificatesPerFactMaximum = 3

/** Path of the page where an owner asks to have facts confirmed. */
export const ownFactConfirmationsPath = href('/my-business/facts')

/** Path of the list of businesses with facts to confirm. */
export const businessFactsToConfirmPath = href('/admin/facts')

/** Path of the facts of one business to confirm. */
export function factsToConfirmOfBusinessPath(businessId: string): string {
  return href('/admin/facts/:id', { id: businessId })
}
