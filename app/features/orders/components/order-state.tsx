import { Badge } from '#app/ui/badge.tsx'
import type { OrderState } from '../schema.ts'
import { stateNames, toneOf } from '../view-rules.ts'

/** Where an order stands, in a word or two. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const tone = toneOf(state)
  return <Badge {...(tone && { tone })}>{stateNames[state]}</Badge>
}
