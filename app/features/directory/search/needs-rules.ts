/** How much the words of a need speak for a trade. */
export interface TradeScore {
  tradeId: string
  /** By the file of trades. */
  file: number
  /** By what firms write that declare it. */
  listings: number
}

/** The trades that a sentence is thought to ask for, the likeliest first. */
export interface LikelyTradesOfSearchWords {
  tradeIds: string[]
  /** Whether the first is no likelier than the others. */
  isUnsure: boolean
}

/** How much what firms write counts beside the file of trades. */
export const tradeScoreWeightOfListings = 0.6

/** A score below which words speak for no trade. */
const scoreMinimum = 3
/** The first trade leads if the second has no more than this share of its score. */
const clearShare = 0.65
/** Trades that take turns where none leads. */
const tradesTried = 3

/** Chooses the trades that scores speak for: one that leads clearly, or the first three. Null if none is likely. */
export function chooseLikeliestTradesByScore(scores: TradeScore[]): LikelyTradesOfSearchWords | null {
  const totals = scores.map(({ tradeId, file, listings }) => ({
    tradeId,
    score: file + listings * tradeScoreWeightOfListings,
  }))
  totals.sort((one, other) => other.score - one.score)
  const [first, second] = totals
  if (!first || first.score < scoreMinimum) return null
  if (!second || second.score <= first.score * clearShare) return { tradeIds: [first.tradeId], isUnsure: false }
  return { tradeIds: totals.slice(0, tradesTried).map(({ tradeId }) => tradeId), isUnsure: true }
}
