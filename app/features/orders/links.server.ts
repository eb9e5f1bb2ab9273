import { createHmac, timingSafeEqual } from 'node:crypto'
import { href } from 'react-router'
import { isUuid } from '#app/lib/uuid.ts'

/** Path of an order's page for the member who owns it. */
export function orderPath(id: string): string {
  return href('/shop/orders/:id', { id })
}

/** Path of an order's page with the signed key that opens it to anyone who has the link. */
export function signedOrderPath(secret: string, id: string): string {
  return `${orderPath(id)}?key=${keyOf(secret, id)}`
}

/** Whether a key opens this order. */
export function opensOrder(secret: string, id: string, key: string | null): boolean {
  if (!isUuid(id) || !key || !/^[\w-]{43}$/.test(key)) return false
  return timingSafeEqual(Buffer.from(keyOf(secret, id)), Buffer.from(key))
}

function keyOf(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`order:${id.toLowerCase()}`).digest('base64url')
}
