import type { FileStorage } from '#app/platform/.server/storage/storage.ts'

/** A file store that lists its files and can be made to fail. */
export interface RecordingStorage extends FileStorage {
  /** Every stored file, as `bucket/key`. */
  files: Set<string>
  /** Makes all puts fail after a number of them; null ends that. */
  breakAfter: (puts: number | null) => void
}

/** Records the files of a store. */
export function recordStorage(storage: FileStorage): RecordingStorage {
  const files = new Set<string>()
  let left: number | null = null
  return {
    files,
    breakAfter: (puts) => {
      left = puts
    },
    put: async (bucket, key, bytes) => {
      if (left !== null && left <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      if (left !== null) left -= 1
      await storage.put(bucket, key, bytes)
      files.add(`${bucket}/${key}`)
    },
    read: storage.read,
    list: storage.list,
    stream: storage.stream,
    delete: async (bucket, key) => {
      await storage.delete(bucket, key)
      files.delete(`${bucket}/${key}`)
    },
  }
}
