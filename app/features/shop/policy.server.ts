import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/actor.ts'

/** An actor who may see and change everybody's orders: admins alone. @throws SignInRequired, NotAllowed */
export function authoriseShopkeeper(actor: Actor | null): Actor {
  const known = requireActor(actor)
  if (known.role !== 'Admin') throw new NotAllowed()
  return known
}
