import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/actor.ts'

/** An actor who may read and handle what people sent: admins alone. @throws SignInRequired, NotAllowed */
export function authoriseTeam(actor: Actor | null): Actor {
  const known = requireActor(actor)
  if (known.role !== 'Admin') throw new NotAllowed()
  return known
}
