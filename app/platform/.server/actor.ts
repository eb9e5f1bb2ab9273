export type Role = 'Member' | 'Reviewer' | 'Admin'

/** Who asks. Every service that is not for everyone takes one, and decides by it alone what may be done and seen. */
export interface Actor {
  /** Id of the user and of the profile, which are the same. */
  userId: string
  sessionId: string
  /** The sign-in address. */
  email: string
  role: Role
  /** Reviewers and admins. */
  isStaff: boolean
}

/** Raised by a service whose use needs somebody signed in. */
export class SignInRequired extends Error {
  override name = 'SignInRequired'
}

/** Raised by a service for an actor who may not do what was asked. */
export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

/** The actor, where there is one. @throws SignInRequired */
export function requireActor(actor: Actor | null): Actor {
  if (!actor) throw new SignInRequired()
  return actor
}

/** The actor, where they are an admin. @throws SignInRequired, NotAllowed */
export function requireAdmin(actor: Actor | null): Actor {
  const known = requireActor(actor)
  if (known.role !== 'Admin') throw new NotAllowed()
  return known
}
