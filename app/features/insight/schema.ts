/** Weeks that an owner sees. */
export const weeksShown = 12

/** Days until counts are deleted. */
export const retentionDays = 731

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

/** The statistics of an owner's listing. */
export interface OwnStatistics {
  businessName: string
  /** Oldest first, this week last. */
  weeks: WeekOfVisits[]
}
