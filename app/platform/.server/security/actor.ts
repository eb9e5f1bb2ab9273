export type Role = 'Member' | 'Reviewer' | 'Admin'

/** The signed-in user on whose behalf a service acts. Every service that is not public takes one and authorises by it alone. */
export interface Actor {
  /** Id of the user and of the profile; they are the same. */
  userId: string
  sessionId: string
  /** The email address they sign in with. */
  email: string
  role: Role
  /** True for reviewers and admins. */
  isStaff: boolean
}

/** Thrown by a service that needs a signed-in user. */
export class SignInRequired extends Error {
  override name = 'SignInRequired'
}

/** Thrown by a service if the actor may not do what they asked for. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** Thrown by a service where somebody of the staff has a part in what they want to decide, so that somebody else decides. */
export class LeftToOthers extends NotAllowed {}

/**
 * Returns the actor.
 * @throws SignInRequired if there is none
 */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new SignInRequired()
  return actor
}

/** True for admins alone: the specification's `is_current_user_admin`. */
export function isAdmin(actor: Actor | null): boolean {
  return actor?.role === 'Admin'
}

/**
 * Returns the actor if they are a reviewer or an admin.
 * @throws SignInRequired if there is none
 * @throws NotAllowed if they are not on the staff
 */
export function requireStaff(actor: Actor | null): Actor {
  const known = requireActor(actor)
  if (!known.isStaff) throw new NotAllowed()
  return known
}

/**
 * Returns the actor if they are an admin.
 * @throws SignInRequired if there is none
 * @throws NotAllowed if they are not an admin
 */
export function requireAdmin(actor: Actor | null): Actor {
  const known = requireActor(actor)
  if (!isAdmin(known)) throw new NotAllowed()
  return known
}
