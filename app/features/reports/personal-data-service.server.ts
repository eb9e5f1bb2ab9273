import type { Database } from '#app/platform/.server/database/database.ts'
import { counted, type ErasedFiles, type PersonalData } from '#app/platform/.server/personal-data.ts'
import { countReportsBy, deleteNoticesTo, deleteReportsBy, listNotices, listReportsBy } from './queries.server.ts'

/** What a member reported while signed in, and what they were told about their own content. Never who reported that. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const reports = await listReportsBy(db, userId)
  const notices = await listNotices(db, userId)
  return {
    records: {
      ...(reports.length > 0 && { reports }),
      ...(notices.length > 0 && { 'decisions-about-your-content': notices.map(({ id: _, ...notice }) => notice) }),
    },
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const reports = await countReportsBy(db, userId)
  const notices = (await listNotices(db, userId)).length
  return [
    ...(reports > 0 ? [`${counted(reports, 'report')} you sent us`] : []),
    ...(notices > 0 ? [`${counted(notices, 'decision')} about your content`] : []),
  ]
}

/** Decisions stay as bare facts, without the owner and what was written to and by them. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  await deleteReportsBy(transaction, userId)
  await deleteNoticesTo(transaction, userId)
  return []
}
