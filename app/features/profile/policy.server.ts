import { type Actor, isAdmin } from '#app/platform/.server/actor.ts'

/** Admins suspend and reinstate members, but never themselves. */
export function canSuspend(actor: Actor, memberId: string): boolean {
  return isAdmin(actor) && actor.userId !== memberId
}
