import { href } from 'react-router'
import { failureToast } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    visits: 'monthly-email' | 'stop-email'
  }
}

/** Weeks that an owner sees. */
export const visitWeeksShown = 12

/** Days until counts are deleted. */
export const visitRetentionDays = 731

/** A week of a listing, from its Monday in London. */
export interface WeekOfVisits {
  /** ISO date of its Monday. */
  week: string
  view: number
  found: number
  phone: number
  website: number
  email: number
  enquiries: number
}

/** The statistics of a listing, with what they are called. */
export const visitStatisticLabels: Record<VisitStatisticName, string> = {
  view: 'Page views',
  found: 'Found in searches',
  phone: 'Phone clicks',
  website: 'Website clicks',
  email: 'Email clicks',
  enquiries: 'Enquiries',
}
export type VisitStatisticName = Exclude<keyof WeekOfVisits, 'week'>
export type VisitStatistics = Pick<WeekOfVisits, VisitStatisticName>
export const visitStatisticNames = Object.keys(visitStatisticLabels) as VisitStatisticName[]

export const ownVisitStatisticsPath = href('/my-business/statistics')

/** Firms of a trade that must have statistics in a week before their median is shown. */
export const fewestFirmsForTradeVisitMedian = 10

/** A word is shown once it was in so many searches, in so many different weeks. */
export const listingSearchTermShownThreshold = { searches: 10, weeks: 3 }

/** A word of searches that found a listing; null for all words that neither listings nor trades nor places have. */
export interface ListingSearchTerm {
  word: string | null
  count: number
}

/** The typical firm of a trade: the median of each statistic, by the Monday of the week. */
export interface MedianVisitsOfTradeFirms {
  /** 'Plumber'. */
  trade: string
  weeks: Record<string, VisitStatistics>
}

/** The statistics of an owner's listing. */
export interface OwnVisitStatistics {
  businessName: string
  /** Oldest first, this week last. */
  weeks: WeekOfVisits[]
  /** Null if the listing has no trade, or too few firms of it have statistics. */
  typical: MedianVisitsOfTradeFirms | null
  /** The commonest first. */
  words: ListingSearchTerm[]
  /** Whether the owner gets the monthly email. */
  isMailOn: boolean
}

/** What the monthly email tells of a month. */
export interface MonthlyVisitsMailStatistics {
  /** ISO date of its first day. */
  month: string
  statistics: VisitStatistics
  /** Of the month before. */
  before: VisitStatistics
}

export const monthlyVisitsMailSwitchToasts = {
  mailOn: { title: 'Monthly email switched on' },
  mailOff: { title: 'Monthly email switched off' },
  mailNotSwitched: failureToast('Monthly email not changed'),
} as const
