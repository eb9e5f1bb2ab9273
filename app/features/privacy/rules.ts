/** The storage key of a copy in the bucket `exports`. It is derived from its ids, so that a retry makes no second file. */
export function dataExportStorageKey(userId: string, exportId: string): string {
  return `${userId}/${exportId}.zip`
}
