import type { Platform } from '../platform.ts'
import { countLimitedRequest, type RequestLimit } from '../security/limits.ts'
import { type MemberUploadSlot, takeMemberUploadSlot } from './upload-places.ts'

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
  /** The size of the body as it says itself; undefined where it says none. */
  bodyBytes?: number | undefined
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

/** Thrown before a body is read: so much is under way, of this member or of all, that an upload must wait. */
export class UploadsBusyError extends Error {
  override name = 'UploadsBusy'
  readonly isOwn: boolean
  /** Seconds after which another try is worth it. */
  readonly seconds = 5

  constructor(isOwn: boolean) {
    super(isOwn ? 'two uploads of this member are under way' : 'as many uploads are under way as fit into memory')
    this.isOwn = isOwn
  }
}

/** Thrown for a body that stopped coming, or came too slowly. */
export class UploadStoppedError extends Error {
  override name = 'UploadStopped'
}

/**
 * The most bytes of uploads in the memory of this process, 64 MiB together. Small pictures have a part of their own, so that they need not
 * wait for documents.
 */
const mostInFlight = { small: 16 * 2 ** 20, large: 48 * 2 ** 20 }
type Lane = keyof typeof mostInFlight

const inFlight: Record<Lane, number> = { small: 0, large: 0 }

/** What the smallest upload counts for: it takes a turn of the encoder all the same. */
const leastBytes = 2 ** 20

/** The bytes of uploads that are in memory, or will be when they have arrived. */
export function countUploadBytesInFlight(): number {
  return inFlight.small + inFlight.large
}

interface UploadRules {
  limit: RequestLimit
  mostBytes: number
  /** `small` for pictures that an encoder is done with at once. */
  lane: Lane
}

/**
 * Takes an upload: reads its file and has it kept. It has its place in memory and among the member's own before a byte is read, until it is kept
 * or refused; then it is counted against the member's limit, above which no byte is read.
 * @throws UploadsBusyError if there is no place
 */
export async function acceptUpload<Result>(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  userId: string,
  file: IncomingFile,
  { limit, mostBytes, lane }: UploadRules,
  keep: (received: ReceivedFile, place: MemberUploadSlot) => Promise<Result>,
): Promise<
  Result | { outcome: 'limited'; minutes: number } | { outcome: 'refused'; reason: 'type' | 'size'; name: string }
> {
  const bytes = Math.max(leastBytes, Math.min(file.bodyBytes ?? mostBytes, mostBytes))
  if (inFlight[lane] + bytes > mostInFlight[lane]) throw new UploadsBusyError(false)
  inFlight[lane] += bytes
  try {
    const place = await takeMemberUploadSlot(db, userId)
    if (!place) throw new UploadsBusyError(true)
    try {
      const { allowed, minutes } = await countLimitedRequest(db, secret, limit, userId)
      if (!allowed) return { outcome: 'limited', minutes }
      // No further than what it has a place for, whatever length it said.
      const received = await file.read(Math.min(mostBytes, bytes))
      switch (received.outcome) {
        case 'received':
          return await keep(received, place)
        case 'too-large':
          return { outcome: 'refused', reason: 'size', name: received.name }
        case 'none':
          return { outcome: 'refused', reason: 'type', name: '' }
      }
    } finally {
      // Where this fails, the place ends by itself.
      await place.release().catch(() => undefined)
    }
  } finally {
    inFlight[lane] -= bytes
  }
}
