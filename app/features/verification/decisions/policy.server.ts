import type { Actor } from '#app/platform/.server/actor.ts'

/** What is done with somebody's case. */
export type ReviewAction = 'look at' | 'claim' | 'decide' | 'read the service number of'

/** Staff review everybody's case but their own, of which they see no more than any member. */
export function canReview(actor: Actor, action: ReviewAction, memberId: string): boolean {
  if (!actor.isStaff) return false
  return action === 'look at' || actor.userId !== memberId
}
