import type { Database } from '#app/platform/.server/database/database.ts'
import type { PersonalData, StoredFilesToDelete } from '#app/platform/.server/personal-data.ts'
import { deleteCartOfMember, deleteOldVisitorCarts, listCartItemsOfMember } from './cart/queries.server.ts'

/** Lists what is in a member's cart. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const cart = await listCartItemsOfMember(db, userId)
  return { records: cart.length > 0 ? { cart } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  return (await listCartItemsOfMember(db, userId)).length > 0 ? ['your cart'] : []
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await deleteCartOfMember(transaction, userId)
  return []
}

/** Carts of visitors. */
export async function deleteExpired(transaction: Database): Promise<StoredFilesToDelete[]> {
  await deleteOldVisitorCarts(transaction)
  return []
}
