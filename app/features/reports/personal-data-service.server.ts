import type { Database } from '#app/platform/.server/database/database.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import {
  countReportsByMember,
  deleteModerationNoticesOfOwner,
  deleteReportsByMember,
  listModerationNoticesOfOwner,
  listReportsByMember,
} from './queries.server.ts'

/** What a member reported while signed in, and what they were told about their own content. Never who reported that. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const reports = await listReportsByMember(db, userId)
  const notices = await listModerationNoticesOfOwner(db, userId)
  return {
    records: {
      ...(reports.length > 0 && { reports }),
      ...(notices.length > 0 && { 'decisions-about-your-content': notices.map(({ id: _, ...notice }) => notice) }),
    },
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const reports = await countReportsByMember(db, userId)
  const notices = (await listModerationNoticesOfOwner(db, userId)).length
  return [
    ...(reports > 0 ? [`${formatPersonalDataCount(reports, 'report')} you sent us`] : []),
    ...(notices > 0 ? [`${formatPersonalDataCount(notices, 'decision')} about your content`] : []),
  ]
}

/** Decisions stay as bare facts, without the owner and what was written to and by them. */
export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await deleteReportsByMember(transaction, userId)
  await deleteModerationNoticesOfOwner(transaction, userId)
  return []
}
