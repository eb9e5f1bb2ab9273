import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { visitorCartRetentionDays } from '#app/lib/cookies.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { cartItems, carts } from '../tables.server.ts'

/** The owners of carts: a member, a visitor, or both if a visitor has just signed in. */
export interface CartOwnerKeys {
  profileId: string | null
  tokenHash: string | null
}

/** Finds the carts of a member and of their browser, with a row lock until the transaction ends if `hold` is set. */
export async function listCartsOfMemberAndBrowser(
  db: Database,
  { profileId, tokenHash }: CartOwnerKeys,
  { hold }: { hold: boolean },
) {
  const owned = [
    ...(profileId ? [eq(carts.profileId, profileId)] : []),
    ...(tokenHash ? [eq(carts.tokenHash, tokenHash)] : []),
  ]
  if (owned.length === 0) return []
  const query = db
    .select({ id: carts.id, profileId: carts.profileId, tokenHash: carts.tokenHash })
    .from(carts)
    .where(or(...owned))
    // Always in the same order, so that two requests of one browser cannot deadlock.
    .orderBy(asc(carts.id))
  return hold ? query.for('update') : query
}

/** Creates a cart, or finds the one that another request of the same owner has just created. Returns its id. */
export async function createCart(db: Database, owner: CartOwnerKeys): Promise<string> {
  const [row] = await db
    .insert(carts)
    .values(owner)
    .onConflictDoUpdate({
      target: owner.profileId ? carts.profileId : carts.tokenHash,
      set: { updatedAt: sql`now()` },
    })
    .returning({ id: carts.id })
  if (!row) throw new Error('no cart was begun')
  return row.id
}

/** Lists the lines of carts in the order they were added. */
export function listCartItems(db: Database, cartIds: string[]) {
  return db
    .select()
    .from(cartItems)
    .where(inArray(cartItems.cartId, cartIds))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))
}

export type CartItemRow = typeof cartItems.$inferSelect

/** Saves the quantity of a line and the price its buyer saw. */
export async function upsertCartItem(db: Database, item: Omit<CartItemRow, 'addedAt'>): Promise<void> {
  const { quantity, shownAmount } = item
  await db
    .insert(cartItems)
    // The current time rather than that of the transaction, so that merged lines keep their order.
    .values({ ...item, addedAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.variantId], set: { quantity, shownAmount } })
}

export async function deleteCartItems(db: Database, cartId: string, variantIds: number[]): Promise<void> {
  if (variantIds.length === 0) return
  await db.delete(cartItems).where(and(eq(cartItems.cartId, cartId), inArray(cartItems.variantId, variantIds)))
}

export async function touchCart(db: Database, id: string): Promise<void> {
  await db.update(carts).set({ updatedAt: sql`now()` }).where(eq(carts.id, id))
}

export async function deleteCart(db: Database, id: string): Promise<void> {
  await db.delete(carts).where(eq(carts.id, id))
}

/** Deletes abandoned carts of visitors. */
export async function deleteOldVisitorCarts(db: Database): Promise<void> {
  await db
    .delete(carts)
    .where(
      and(
        isNull(carts.profileId),
        lt(carts.updatedAt, sql`now() - make_interval(days => ${visitorCartRetentionDays})`),
      ),
    )
}

/** Reduces the quantity of a line, and deletes it at zero. */
export async function lowerCartItemQuantity(
  db: Database,
  cartId: string,
  variantId: number,
  by: number,
): Promise<void> {
  const line = and(eq(cartItems.cartId, cartId), eq(cartItems.variantId, variantId))
  await db.delete(cartItems).where(and(line, lte(cartItems.quantity, by)))
  await db
    .update(cartItems)
    .set({ quantity: sql`${cartItems.quantity} - ${by}` })
    .where(and(line, gt(cartItems.quantity, by)))
}

/** Lists what is in a member's cart. */
export function listCartItemsOfMember(db: Database, profileId: string) {
  return db
    .select({
      productId: cartItems.productId,
      variantId: cartItems.variantId,
      quantity: cartItems.quantity,
      addedAt: cartItems.addedAt,
    })
    .from(cartItems)
    .innerJoin(carts, eq(carts.id, cartItems.cartId))
    .where(eq(carts.profileId, profileId))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))
}

export async function deleteCartOfMember(transaction: Database, profileId: string): Promise<void> {
  await transaction.delete(carts).where(eq(carts.profileId, profileId))
}
