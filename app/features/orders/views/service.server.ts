import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { isValidOrderLinkKey } from '../links.server.ts'
import type { OrderView, OwnOrder } from '../model.ts'
import { findOrderView, findOwnOrderView, listOwnOrders } from './queries.server.ts'

/** Who requests an order: the member and the key of the link, if any. */
export interface OrderViewer {
  actor: Actor | null
  key: string | null
}

/** Returns an order to its member and to anyone with its link; null for everybody else, or if there is none. */
export async function getOrderForMemberOrLinkHolder(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  { actor, key }: OrderViewer,
  id: string,
): Promise<OrderView | null> {
  if (!isUuid(id)) return null
  if (isValidOrderLinkKey(secret, id, key)) return findOrderView(db, id)
  return actor && findOwnOrderView(db, actor.userId, id)
}

/** Lists the member's orders, newest first; all, or up to `limit`. */
export function getOwnOrders(platform: Pick<Platform, 'db'>, actor: Actor | null, limit?: number): Promise<OwnOrder[]> {
  return listOwnOrders(platform.db, requireActor(actor).userId, limit)
}
