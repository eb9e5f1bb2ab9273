import { eq } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import type { ErasedFiles, PersonalData } from '#app/platform/.server/personal-data.ts'
import { podcasts } from './tables.server.ts'

/** The podcast a member hosts. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const [podcast] = await findPodcast(db, userId)
  return { records: podcast ? { podcast } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const [podcast] = await findPodcast(db, userId)
  return podcast ? [`Your podcast ${podcast.title}`] : []
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  await transaction.delete(podcasts).where(eq(podcasts.hostProfileId, userId))
  return []
}

function findPodcast(db: Database, userId: string) {
  return db.select().from(podcasts).where(eq(podcasts.hostProfileId, userId))
}
