import { href } from 'react-router'
import { isUuid } from '#app/lib/uuid.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'

/** Path of an order's page for the member who owns it. */
export function ownOrderPath(id: string): string {
  return href('/shop/orders/:id', { id })
}

/** Path of an order's page with the signed key that opens it to anyone who has the link. */
export function signedOrderPath(secret: SigningSecret, id: string): string {
  return `${ownOrderPath(id)}?key=${secret.sign(textOf(id))}`
}

/** Whether a key opens this order. */
export function isValidOrderLinkKey(secret: SigningSecret, id: string, key: string | null): boolean {
  if (!isUuid(id) || !key || !/^[\w-]{43}$/.test(key)) return false
  return secret.verifies(textOf(id), key)
}

function textOf(id: string): string {
  return `order:${id.toLowerCase()}`
}
