import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { opensOrder } from './links.server.ts'
import type { OrderView, OwnOrder } from './schema.ts'
import { findOrderView, selectOwnOrders } from './view-queries.server.ts'

/** Who asks for an order: the member, if any, and the key of the link, if it had one. */
export interface OrderReader {
  actor: Actor | null
  key: string | null
}

/** An order, for whoever has its link and for the member whose it is; null for everybody else, and where there is none. */
export async function getOrder(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  { actor, key }: OrderReader,
  id: string,
): Promise<OrderView | null> {
  if (!isUuid(id)) return null
  const found = await findOrderView(db, id)
  if (!found) return null
  const isOwn = actor !== null && found.profileId === actor.userId
  return isOwn || opensOrder(secret, id, key) ? found.order : null
}

/** The member's orders, newest first; as many as are asked for, or all. */
export function getOwnOrders(platform: Platform, actor: Actor | null, limit?: number): Promise<OwnOrder[]> {
  return selectOwnOrders(platform.db, requireActor(actor).userId, limit)
}
