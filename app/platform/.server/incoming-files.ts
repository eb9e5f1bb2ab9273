import { countRequest, type Limit } from './limits.ts'
import type { Platform } from './platform.ts'

/** An uploaded file in memory. Its name comes from the client and is not trusted. */
export interface ReceivedFile {
  outcome: 'received'
  bytes: Uint8Array
  name: string
  /** The texts sent beside it. */
  fields: FormData
}

/** A file in a form whose body has not been read yet. */
export interface IncomingFile {
  /** Reads the file as a stream, once, and stops when it exceeds the limit. */
  read(mostBytes: number): Promise<
    | ReceivedFile
    | { outcome: 'too-large'; name: string }
    /** The body is not a form, has no file in this field, or is truncated. */
    | { outcome: 'none' }
  >
}

/** The outcomes that every upload can have, and `Other` ones. `Reason` says why a file was refused. */
export type UploadResult<Reason extends string, Other extends { outcome: string }> =
  /** The member uploaded too often. */
  | { outcome: 'limited'; minutes: number }
  | { outcome: 'refused'; reason: Reason; name: string }
  /** Storing it failed, and nothing was stored. A retry may succeed. */
  | { outcome: 'failed' }
  | Other

/** Counts an upload against the member's limit, then reads the file. Above the limit, no byte is read. */
export async function receiveFile(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  userId: string,
  file: IncomingFile,
  { limit, mostBytes }: { limit: Limit; mostBytes: number },
): Promise<
  ReceivedFile | { outcome: 'limited'; minutes: number } | { outcome: 'refused'; reason: 'type' | 'size'; name: string }
> {
  const { allowed, minutes } = await countRequest(db, secret, limit, userId)
  if (!allowed) return { outcome: 'limited', minutes }
  const received = await file.read(mostBytes)
  switch (received.outcome) {
    case 'received':
      return received
    case 'too-large':
      return { outcome: 'refused', reason: 'size', name: received.name }
    case 'none':
      return { outcome: 'refused', reason: 'type', name: '' }
  }
}
