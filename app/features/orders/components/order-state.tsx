import { Badge } from '#app/ui/badge.tsx'
import type { OrderState } from '../model.ts'
import { orderStateLabels, orderStateTone } from '../views/rules.ts'

/** The state of an order as a badge. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const tone = orderStateTone(state)
  return <Badge {...(tone && { tone })}>{orderStateLabels[state]}</Badge>
}
