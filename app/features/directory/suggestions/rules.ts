import type { Trade } from '#app/features/reference/trades-service.server.ts'

/** How well a trade matches what was typed: its own name before a synonym, the beginning before a later word; null for no match. */
function rankOf(names: string[], start: string): number | null {
  const ranks = names.flatMap((name, index) => {
    const isSynonym = index > 0 ? 2 : 0
    if (name.startsWith(start)) return isSynonym
    return name.includes(` ${start}`) ? isSynonym + 1 : []
  })
  return ranks.length > 0 ? Math.min(...ranks) : null
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

/** The trades that somebody may be typing, the likeliest first. `start` is folded. */
export function tradesByNameStart(trades: Trade[], start: string, limit: number): Trade[] {
  return trades
    .flatMap((trade) => {
      const rank = rankOf([trade.name, ...trade.synonyms].map(fold), start)
      return rank === null ? [] : { trade, rank }
    })
    .sort((one, other) => one.rank - other.rank || one.trade.name.localeCompare(other.trade.name))
    .slice(0, limit)
    .map(({ trade }) => trade)
}
