import type { Actor } from '#app/platform/.server/actor.ts'

/** Admins suspend and reinstate members, but never themselves. */
export function canSuspend(actor: Actor, memberId: string): boolean {
  return actor.role === 'Admin' && actor.userId !== memberId
}
