import type { NationalGridPosition } from '#app/features/places/model.ts'
import type { FoundBusiness } from '../model.ts'

/** A trade that a page leads to: its page in the same town, or a search where it has none. */
export interface TradePageLink {
  id: string
  name: string
  plural: string
  hasPage: boolean
}

/** The page of a trade in a town. */
export interface TradePageView {
  trade: { id: string; name: string; plural: string }
  place: { slug: string; name: string }
  /** Firms within ten miles. */
  total: number
  /** The nearest of them. */
  businesses: FoundBusiness[]
  /** Towns near that have a page of the same trade. */
  towns: { slug: string; name: string; firms: number }[]
  /** Names of towns near, where none has one. */
  neighbours: string[]
  related: TradePageLink[]
}

/** What a business's page leads on to: pages of its trades, and similar businesses near it. */
export interface RelatedTradePagesAndBusinesses {
  /** Where the business is; null if that is not known. */
  position: NationalGridPosition | null
  pages: { tradeId: string; plural: string; placeSlug: string; place: string }[]
  similar: FoundBusiness[]
}

/** For a business that is not listed. */
export const noRelatedTradePagesAndBusinesses: RelatedTradePagesAndBusinesses = {
  position: null,
  pages: [],
  similar: [],
}
