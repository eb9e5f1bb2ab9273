import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/actor.ts'

/** What is done here: reviewing is every member of staff's, administering the admins' alone. */
export type StaffAction = 'review' | 'administer'

/** Whether somebody may do it. */
export function can(actor: Actor, action: StaffAction): boolean {
  return action === 'review' ? actor.isStaff : actor.role === 'Admin'
}

/** The actor, where they may do it. @throws SignInRequired, NotAllowed */
export function authorise(actor: Actor | null, action: StaffAction): Actor {
  const known = requireActor(actor)
  if (!can(known, action)) throw new NotAllowed()
  return known
}
