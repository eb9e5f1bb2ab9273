/** Key of a copy in the bucket `exports`: follows from its ids, so that making it again makes no second file. */
export function exportKey(userId: string, exportId: string): string {
  return `${userId}/${exportId}.zip`
}
