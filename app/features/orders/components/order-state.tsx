import { Badge } from '#app/ui/badge.tsx'
import type { OrderState } from '../model.ts'
import { stateNames, toneOf } from '../views/rules.ts'

/** The state of an order as a badge. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const tone = toneOf(state)
  return <Badge {...(tone && { tone })}>{stateNames[state]}</Badge>
}
