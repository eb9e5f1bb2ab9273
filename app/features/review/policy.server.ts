import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/actor.ts'

/** What staff do beside the queue itself. */
export type Action = 'read-audit' | 'look-after-jobs' | 'read-figures'

/** Whether somebody may do something of this room. */
export function can(actor: Actor, action: Action): boolean {
  switch (action) {
    case 'read-audit':
    case 'look-after-jobs':
    case 'read-figures':
      return actor.role === 'Admin'
  }
}

/** The actor, where they may do it. @throws SignInRequired, NotAllowed */
export function authorise(actor: Actor | null, action: Action): Actor {
  const known = requireActor(actor)
  if (!can(known, action)) throw new NotAllowed(action)
  return known
}
