import type { Database } from '#app/platform/.server/database/database.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import {
  deleteContactSubmissionsOfMember,
  deleteOldContactSubmissions,
  listContactSubmissionsOfMember,
} from './queries.server.ts'

/** What a member sent us while signed in. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const messages = await listContactSubmissionsOfMember(db, userId)
  return { records: messages.length > 0 ? { 'messages-to-us': messages } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const sent = await listContactSubmissionsOfMember(db, userId)
  const messages = sent.filter(({ kind }) => kind !== 'complaint').length
  const complaints = sent.length - messages
  return [
    ...(messages > 0 ? [`${formatPersonalDataCount(messages, 'message')} you sent us`] : []),
    ...(complaints > 0
      ? [
          `the link between your account and ${formatPersonalDataCount(complaints, 'complaint')} about data protection. We keep what you wrote, your name, ` +
            'your email and our answer for 6 years after it, because we must be able to show what we did',
        ]
      : []),
  ]
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await deleteContactSubmissionsOfMember(transaction, userId)
  return []
}

export async function deleteExpired(transaction: Database): Promise<StoredFilesToDelete[]> {
  await deleteOldContactSubmissions(transaction)
  return []
}
