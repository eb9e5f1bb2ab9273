import { count, eq } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import { verificationDocuments } from './tables.server.ts'

/** How many documents of a member are still held. */
export async function countDocumentsOf(db: Database, profileId: string): Promise<number> {
  const [row] = await db
    .select({ documents: count() })
    .from(verificationDocuments)
    .where(eq(verificationDocuments.profileId, profileId))
  return row?.documents ?? 0
}
