import type { Database } from '#app/platform/.server/database.ts'
import { counted, type ErasedFiles, type PersonalData } from '#app/platform/.server/personal-data.ts'
import { deleteOldEnquiries, deleteSentBy, listSentBy } from './queries.server.ts'

/** What a member sent us while signed in. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const messages = await listSentBy(db, userId)
  return { records: messages.length > 0 ? { 'messages-to-us': messages } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const { length } = await listSentBy(db, userId)
  return length > 0 ? [`${counted(length, 'message')} you sent us`] : []
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  await deleteSentBy(transaction, userId)
  return []
}

export async function deleteExpired(transaction: Database): Promise<ErasedFiles[]> {
  await deleteOldEnquiries(transaction)
  return []
}
