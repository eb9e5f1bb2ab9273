const dayMs = 86_400_000

/** How many days a backup keeps what must be gone soon after it is deleted. */
export const recentBackupPartRetentionDays = 7

/**
 * A backup has two parts. The recent one is deleted after a week: what was deleted on the site must not stay in older backups. It has
 * evidence, certificates, data exports, enquiries, forms of visitors who have not signed in, and jobs, whose data may name people.
 */
export type BackupPartKind = 'lasting' | 'recent'

/** Tables of the recent part. */
const recentTables = new Set([
  'captured_mails',
  'contact_messages',
  'data_exports',
  'data_protection_complaints',
  'held_business_steps',
  'lead_requests',
  'leads',
  'support_inquiries',
])

/** Columns of the recent part, in tables of the lasting one. They can be null. The key is the primary key. */
const recentColumns: Record<string, { key: string; columns: string[] }> = {
  verifications: { key: 'id', columns: ['service_number'] },
  verification_documents: { key: 'id', columns: ['file_bucket_url', 'file_name'] },
}

/** Tables that are never copied: each release or process writes its own. */
export const tablesNotBackedUp = ['repeatable_migrations', 'restore_hold', 'restore_log_entries']

const recentBuckets = new Set<string>(['exports', 'verification-documents'])

/** The part of a backup to which the files of a bucket belong. */
export function backupPartOfBucket(bucket: string): BackupPartKind {
  return recentBuckets.has(bucket) ? 'recent' : 'lasting'
}

/** What is copied of a table: its columns, and the part they belong to. With a key, the columns are added to rows that are there. */
export interface BackupTablePart {
  schema: string
  name: string
  columns: string[]
  part: BackupPartKind
  key: string | null
  /** The column by which the rows are sorted; null for the order in which they are stored. */
  orderBy: string | null
}

/** Splits a table into what is kept for long and what is not. */
export function toBackupPartsOfTable(table: { schema: string; name: string; columns: string[] }): BackupTablePart[] {
  const { schema, name, columns } = table
  if (schema !== 'public' || recentTables.has(name)) return [{ ...table, part: 'recent', key: null, orderBy: null }]
  const split = recentColumns[name]
  if (!split) return [{ ...table, part: 'lasting', key: null, orderBy: null }]
  const { key } = split
  const lasting = columns.filter((column) => !split.columns.includes(column))
  return [
    { schema, name, columns: lasting, part: 'lasting', key: null, orderBy: key },
    { schema, name, columns: [key, ...split.columns], part: 'recent', key, orderBy: key },
  ]
}

/** The name of a backup: the time of its snapshot in UTC, so that names sort by time. */
export function nameBackup(startedAt: Date): string {
  return startedAt.toISOString().replaceAll(':', '-')
}

/** The time in the name of a backup or of an entry of the log; null for another name. */
export function timeOfBackupName(name: string): Date | null {
  const [, date, hours, minutes, rest] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)/.exec(name) ?? []
  return date ? new Date(`${date}T${hours}:${minutes}:${rest}`) : null
}

/** Whether a backup is so old that it has no recent part any more. */
export function isRecentBackupPartExpired(startedAt: Date, now: Date): boolean {
  return now.getTime() - startedAt.getTime() >= recentBackupPartRetentionDays * dayMs
}

/** Chooses the backups to keep: all of the last 7 days, and the newest of each of the last 5 weeks and 12 months. */
export function chooseBackupsToKeep(names: string[], now: Date): Set<string> {
  const kept = new Set<string>()
  const periods = new Set<string>()
  for (const name of names.toSorted().toReversed()) {
    const startedAt = timeOfBackupName(name)
    if (!startedAt) continue
    // The first day of 1970 was a Thursday, and weeks begin on Mondays.
    const week = `week ${Math.floor((startedAt.getTime() / dayMs + 3) / 7)}`
    const month = startedAt.toISOString().slice(0, 7)
    const isOfWeeks = now.getTime() - startedAt.getTime() < 35 * dayMs && !periods.has(week)
    const isOfMonths = startedAt > monthsBefore(now, 12) && !periods.has(month)
    periods.add(week).add(month)
    // The newest is kept however old it is: without another it is all there is.
    if (kept.size === 0 || !isRecentBackupPartExpired(startedAt, now) || isOfWeeks || isOfMonths) kept.add(name)
  }
  return kept
}

/** How long the log is needed: as long as the oldest backup, and a while. */
export function isRestoreReplayLogEntryExpired(writtenAt: Date, now: Date): boolean {
  return writtenAt < monthsBefore(now, 13)
}

/** The same day and time, in UTC, some months earlier: the last day of a month that is too short. */
function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCMonth(moment.getUTCMonth() - months)
  // A day that the month does not have is one of the next month: day 0 of that is the last of this.
  if (before.getUTCDate() !== moment.getUTCDate()) before.setUTCDate(0)
  return before
}
