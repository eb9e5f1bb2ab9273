import type { Database } from '#app/platform/.server/database/database.ts'
import { deleteCapturedMailsTo } from '#app/platform/.server/mail/mail.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import { detachMemberFromOrders, listOrdersOfMember } from './personal-data-queries.server.ts'

/** What a member ordered. Amounts are in pence. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const orders = await listOrdersOfMember(db, userId)
  return { records: orders.length > 0 ? { orders } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const { length } = await listOrdersOfMember(db, userId)
  if (length === 0) return []
  return [
    `your name, email and address on ${formatPersonalDataCount(length, 'order')}. We keep what was ordered and paid for our accounts, ` +
      'without your details. If an order is paid and not printed yet, we keep the name and address until the printer has them',
  ]
}

/** The law requires us to keep records of sales, but not of the buyer after they have left. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  for (const email of await detachMemberFromOrders(transaction, userId)) await deleteCapturedMailsTo(transaction, email)
  return []
}
