import type { Database } from '#app/platform/.server/database/database.ts'
import { deleteOldReportTexts } from './queries.server.ts'

/** Deletes what people wrote in reports that were decided a year ago, and their addresses; the bare facts stay. For the scheduled job. */
export function deletePersonalDataOfOldReports(db: Database): Promise<void> {
  return db.transaction(deleteOldReportTexts)
}
