import type { Storage } from '#app/platform/.server/storage.ts'

/** A store that says what lies in it, and that can break. */
export interface RecordingStorage extends Storage {
  /** Every file that lies there, as `bucket/key`. */
  files: Set<string>
  /** Has the put after so many more fail, and all behind it; null mends it. */
  breakAfter: (puts: number | null) => void
}

/** Watches a store from now on. */
export function recordStorage(storage: Storage): RecordingStorage {
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
    delete: async (bucket, key) => {
      await storage.delete(bucket, key)
      files.delete(`${bucket}/${key}`)
    },
  }
}
