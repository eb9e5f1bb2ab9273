import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { listProductsByIds } from '../products/queries.server.ts'
import { toProductVariantForSale } from '../products/rules.ts'
import type { CartChange } from './form-schema.ts'
import {
  type CartLine,
  type CartProblem,
  type CartView,
  cartLimits,
  cartProblems,
  emptyCartView,
  type UnavailableCartLine,
} from './model.ts'
import {
  type CartItemRow,
  type CartOwnerKeys,
  createCart,
  deleteCart,
  deleteCartItems,
  listCartItems,
  listCartsOfMemberAndBrowser,
  lowerCartItemQuantity,
  touchCart,
  upsertCartItem,
} from './queries.server.ts'
import {
  type CartItemToAdd,
  type CartProductRow,
  cartWithItemAddedRepeatedly,
  resolveCartItemToAdd,
  toNewCartLine,
} from './requested-item.server.ts'
import { cartItemIdOf, cartWithItemQuantity, cartWithItemRemoved, emptiedCart, toCartWithTotals } from './rules.ts'

/** The owner of a cart: a member, or a browser with a token in its cookie. */
export interface CartOwner {
  actor: Actor | null
  /** The token from the cookie; null for none. */
  token: string | null
  /** For the rate limit on new carts. */
  clientIp: string
}

/** The result of a change. `token` is a new token for the cookie; null if the cookie has the right one. */
export type CartChangeResult = { cart: CartView; token: string | null; problem: CartProblem | null }

const newCartsByIp: RequestLimit = { name: 'begin-cart', requests: 120, windowSeconds: 3_600 }

/**
 * Returns the cart of a member or of a browser. After a sign-in, the browser's cart is merged into the member's here, so it works
 * whichever page they open first.
 */
export async function mergeAndGetCart(platform: Pick<Platform, 'db'>, owner: CartOwner): Promise<CartView> {
  const { db } = platform
  const keys = keysOf(owner)
  const found = await listCartsOfMemberAndBrowser(db, keys, { hold: false })
  const brought = found.find(({ tokenHash }) => tokenHash !== null)
  if (owner.actor && brought) return mergeCartAfterSignIn(platform, owner.actor, owner.token ?? '')
  const [cart] = found
  return cart ? seeCart(db, cart.id) : emptyCartView
}

/** Changes a cart by the rules, and returns the problem if it was not changed. */
export async function changeCart(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  owner: CartOwner,
  change: CartChange,
): Promise<CartChangeResult> {
  return db.transaction(async (tx) => {
    const requested = change.change === 'add' ? await resolveCartItemToAdd(tx, change) : null
    const held = await lockCart(tx, owner)
    if (requested && !('problem' in requested)) return addRequestedItem(tx, secret, owner, held, requested)
    const before = held ? await seeCart(tx, held) : emptyCartView
    const refuse = (problem: CartProblem): CartChangeResult => ({ cart: before, token: null, problem })
    if (requested) return refuse(requested.problem)
    if (!held || change.change === 'add') return { cart: before, token: null, problem: null }
    if (change.change === 'update' && change.quantity > cartLimits.quantity) return refuse(cartProblems.tooMany)
    await writeCart(tx, held, before, changed(before, change), goneAfter(before, change))
    return { cart: await seeCart(tx, held), token: null, problem: null }
  })
}

/** Adds something to the owner's cart, and creates the cart if there is none. */
async function addRequestedItem(
  tx: Database,
  secret: SigningSecret,
  owner: CartOwner,
  held: string | null,
  requested: CartItemToAdd,
): Promise<CartChangeResult> {
  const { id, token } = held
    ? { id: held, token: null }
    : ((await openCart(tx, secret, owner)) ?? { id: null, token: null })
  if (id === null) return { cart: emptyCartView, token: null, problem: cartProblems.tooOften }
  // Read after locking: another tab may have created and filled it at the same moment.
  const before = await seeCart(tx, id)
  const { items } = cartWithItemAddedRepeatedly(before, requested)
  const problem = problemOf(items, requested)
  if (problem) return { cart: before, token: null, problem }
  await writeCart(tx, id, before, items)
  return { cart: await seeCart(tx, id), token, problem: null }
}

/** Merges a browser's cart into the member's after a sign-in, and deletes the browser's. */
export async function mergeCartAfterSignIn(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  token: string,
): Promise<CartView> {
  return db.transaction(async (tx) => {
    const held = await lockCart(tx, { actor, token, clientIp: '' })
    return held ? seeCart(tx, held) : emptyCartView
  })
}

/** Removes ordered items from their cart. Items that were added since stay. */
export async function removeBoughtCartItems(
  transaction: Database,
  cartId: string,
  ordered: { variantId: number; quantity: number }[],
): Promise<void> {
  for (const { variantId, quantity } of ordered) await lowerCartItemQuantity(transaction, cartId, variantId, quantity)
}

/** Returns the id of the owner's cart and locks it until the transaction ends; null for none. */
async function lockCart(tx: Database, owner: CartOwner): Promise<string | null> {
  let found = await listCartsOfMemberAndBrowser(tx, keysOf(owner), { hold: true })
  // Another request may have merged the cart while this one waited for the lock.
  if (owner.actor && found.length === 0) found = await listCartsOfMemberAndBrowser(tx, keysOf(owner), { hold: true })
  const brought = found.find(({ tokenHash }) => tokenHash !== null)
  if (!owner.actor || !brought) return found[0]?.id ?? null
  const own = found.find(({ profileId }) => profileId !== null)
  const id = own?.id ?? (await createCart(tx, { profileId: owner.actor.userId, tokenHash: null }))
  await merge(tx, brought.id, id)
  await deleteCart(tx, brought.id)
  return id
}

/** Adds the lines of one cart to another, up to the limits. */
async function merge(tx: Database, from: string, to: string): Promise<void> {
  const rows = await listCartItems(tx, [from, to])
  const there = new Map(rows.filter(({ cartId }) => cartId === to).map((row) => [row.variantId, row]))
  for (const row of rows.filter(({ cartId }) => cartId === from)) {
    const same = there.get(row.variantId)
    if (!same && there.size >= cartLimits.lines) continue
    const quantity = Math.min(cartLimits.quantity, (same?.quantity ?? 0) + row.quantity)
    const merged = { ...row, cartId: to, quantity }
    there.set(row.variantId, merged)
    await upsertCartItem(tx, merged)
  }
  await touchCart(tx, to)
}

/** Creates a cart, with a token for a visitor. Returns null if the rate limit is reached. */
async function openCart(
  tx: Database,
  secret: SigningSecret,
  owner: CartOwner,
): Promise<{ id: string; token: string | null } | null> {
  if (owner.actor) return { id: await createCart(tx, { profileId: owner.actor.userId, tokenHash: null }), token: null }
  const { allowed } = await countLimitedRequest(tx, secret, newCartsByIp, owner.clientIp)
  if (!allowed) return null
  // Always a new token: an unknown token in a cookie may be known to somebody else.
  const token = randomBytes(24).toString('base64url')
  return { id: await createCart(tx, { profileId: null, tokenHash: hashOf(token) }), token }
}

function problemOf(items: CartLine[], requested: CartItemToAdd): CartProblem | null {
  const line = items.find(({ id }) => id === cartItemIdOf(requested))
  if (line && line.quantity > cartLimits.quantity) return cartProblems.tooMany
  return items.length > cartLimits.lines ? cartProblems.tooManyLines : null
}

function changed({ items }: CartView, change: Exclude<CartChange, { change: 'add' }>): CartLine[] {
  if (change.change === 'clear') return emptiedCart<CartLine>().items
  if (change.change === 'accept-prices') return items.map((line) => ({ ...line, shownAmount: line.amount }))
  if (change.change === 'remove') return cartWithItemRemoved(items, change.itemId).items
  return cartWithItemQuantity(items, change.itemId, change.quantity).items
}

/** Lines that can no longer be bought are deleted when they are removed or the cart is cleared. */
function goneAfter({ gone }: CartView, change: CartChange): UnavailableCartLine[] {
  if (change.change === 'clear') return []
  return change.change === 'remove' ? gone.filter(({ id }) => id !== change.itemId) : gone
}

/** Saves the differences. */
async function writeCart(
  tx: Database,
  cartId: string,
  before: CartView,
  items: CartLine[],
  gone: UnavailableCartLine[] = before.gone,
): Promise<void> {
  const kept = new Set([...items, ...gone].map(({ variantId }) => variantId))
  const dropped = [...before.items, ...before.gone].filter(({ variantId }) => !kept.has(variantId))
  await deleteCartItems(
    tx,
    cartId,
    dropped.map(({ variantId }) => variantId),
  )
  for (const line of items) {
    const old = before.items.find(({ id }) => id === line.id)
    if (old && old.quantity === line.quantity && old.shownAmount === line.shownAmount) continue
    const { productId, variantId, quantity, shownAmount } = line
    await upsertCartItem(tx, { cartId, productId, variantId, quantity, shownAmount })
  }
  await touchCart(tx, cartId)
}

/** Returns a cart with current names and prices. */
async function seeCart(db: Database, id: string): Promise<CartView> {
  const rows = await listCartItems(db, [id])
  const products =
    rows.length > 0 ? await listProductsByIds(db, [...new Set(rows.map(({ productId }) => productId))]) : []
  const byId = new Map(products.map((product) => [product.id, product]))
  const lines = rows.map((row) => seeLine(row, byId.get(row.productId)))
  const items = lines.flatMap((line) => ('amount' in line ? [line] : []))
  return { id, ...toCartWithTotals(items), gone: lines.flatMap((line) => ('amount' in line ? [] : [line])) }
}

function seeLine(row: CartItemRow, product: CartProductRow | undefined): CartLine | UnavailableCartLine {
  const { productId, variantId, quantity, shownAmount } = row
  const known = product?.syncVariants.find((variant) => variant.id === variantId)
  const sold = product && !product.removedAt && known ? toProductVariantForSale(known) : null
  const id = cartItemIdOf(row)
  if (!product || !sold) return { id, productId, variantId, name: known?.name ?? product?.name ?? null, quantity }
  return { ...toNewCartLine(product, sold), id, quantity, shownAmount }
}

function keysOf({ actor, token }: CartOwner): CartOwnerKeys {
  return { profileId: actor?.userId ?? null, tokenHash: token ? hashOf(token) : null }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
