// Who acts, and what they may do: services take an `Actor` and ask `requireActor`, or `requirePermission` with a policy.

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
export class SignInRequiredError extends Error {
  override name = 'SignInRequired'
}

/** Thrown by a service if the actor may not do what they asked for. */
export class ActionNotAllowedError extends Error {
  override name = 'NotAllowed'
}

/** Thrown by a service where somebody of the staff has a part in what they want to decide, so that somebody else decides. */
export class StaffConflictOfInterestError extends ActionNotAllowedError {}

/**
 * Returns the actor.
 * @throws SignInRequiredError if there is none
 */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new SignInRequiredError()
  return actor
}

/**
 * Something that a policy lets somebody do by their role alone. Policies name them `can...`, and nothing else looks at roles, so that
 * each `policy.server.ts` says who may do what.
 */
export type PermissionCheck = (actor: Actor | null) => boolean

/** True for reviewers and admins. For policies. */
export const isStaff: PermissionCheck = (actor) => actor?.isStaff ?? false

/** True for admins alone: the specification's `is_current_user_admin`. For policies. */
export const isAdmin: PermissionCheck = (actor) => actor?.role === 'Admin'

/**
 * Returns the actor if they have a permission.
 * @throws SignInRequiredError if there is none
 * @throws ActionNotAllowedError if they may not
 */
export function requirePermission(actor: Actor | null, isAllowed: PermissionCheck): Actor {
  const known = requireActor(actor)
  if (!isAllowed(known)) throw new ActionNotAllowedError()
  return known
}
