import { href } from 'react-router'
import { failure } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNames {
    visits: 'monthly-email' | 'stop-email'
  }
}

/** Weeks that an owner sees. */
export const weeksShown = 12

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
export const statisticLabels: Record<StatisticName, string> = {
  view: 'Page views',
  found: 'Found in searches',
  phone: 'Phone clicks',
  website: 'Website clicks',
  email: 'Email clicks',
  enquiries: 'Enquiries',
}
export type StatisticName = Exclude<keyof WeekOfVisits, 'week'>
export type VisitStatistics = Pick<WeekOfVisits, StatisticName>
export const statisticNames = Object.keys(statisticLabels) as StatisticName[]

export const statisticsPath = href('/my-business/statistics')

/** Firms of a trade that must have statistics in a week before their median is shown. */
export const fewestFirms = 10

/** A word is shown once it was in so many searches, in so many different weeks. */
export const termShownFrom = { searches: 10, weeks: 3 }

/** A word of searches that found a listing; null for all words that neither listings nor trades nor places have. */
export interface SearchTerm {
  word: string | null
  count: number
}

/** The typical firm of a trade: the median of each statistic, by the Monday of the week. */
export interface TypicalFirm {
  /** 'Plumber'. */
  trade: string
  weeks: Record<string, VisitStatistics>
}

/** The statistics of an owner's listing. */
export interface OwnStatistics {
  businessName: string
  /** Oldest first, this week last. */
  weeks: WeekOfVisits[]
  /** Null if the listing has no trade, or too few firms of it have statistics. */
  typical: TypicalFirm | null
  /** The commonest first. */
  words: SearchTerm[]
  /** Whether the owner gets the monthly email. */
  isMailOn: boolean
}

/** What the monthly email tells of a month. */
export interface MonthOfVisits {
  /** ISO date of its first day. */
  month: string
  statistics: VisitStatistics
  /** Of the month before. */
  before: VisitStatistics
}

export const visitMessages = {
  mailOn: { title: 'Monthly email switched on' },
  mailOff: { title: 'Monthly email switched off' },
  mailNotSwitched: failure('Monthly email not changed'),
} as const
