import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '#app/platform/.server/start-errors.ts'
import {
  decryptBackupWithPrivateKey,
  encryptBackupToPublicKey,
} from '#app/platform/.server/storage/backup-encryption.ts'
import type { BackupStore } from '#app/platform/.server/storage/backup-store.ts'

/** Where backups go, and the public key they are encrypted to; null outside production without one. */
export interface BackupTarget {
  store: BackupStore
  recipient: string | null
}

/** Where a backup is read from, and the private key. */
export interface BackupOrigin {
  store: BackupStore
  identity: string | null
}

/** The ending of a packed object says how to unpack it by hand. */
export function packedBackupExtension({ recipient }: Pick<BackupTarget, 'recipient'>): string {
  return recipient ? '.gz.age' : '.gz'
}

/** Compresses, and encrypts to the recipient. */
export async function packBackupObject(bytes: AsyncIterable<Uint8Array>, recipient: string | null): Promise<Readable> {
  const source = Readable.from(bytes, { objectMode: false })
  const packed = createGzip({ level: 5 })
  source.once('error', (error) => packed.destroy(error))
  source.pipe(packed)
  return recipient ? encryptBackupToPublicKey(recipient, packed) : packed
}

/** Reads a packed object; null if it is not there. Throws, once it is read, if it was cut off or changed. */
export async function unpackBackupObject({ store, identity }: BackupOrigin, path: string): Promise<Readable | null> {
  const stored = await store.read(path)
  if (!stored) return null
  const packed = path.endsWith('.age') ? await decryptBackupWithPrivateKey(identity ?? refuse(), stored) : stored
  const plain = createGunzip()
  packed.once('error', (error) => plain.destroy(error))
  return packed.pipe(plain)
}

function refuse(): never {
  throw new StartError('This backup is encrypted: name the file with its private key with --identity FILE.')
}

/** Reads a packed object of JSON as a whole; null if it is not there. */
export async function unpackBackupJson(origin: BackupOrigin, path: string): Promise<unknown> {
  const bytes = await unpackBackupObject(origin, path)
  return bytes && JSON.parse((await buffer(bytes)).toString())
}

/** Writes a small value as JSON, packed. */
export async function writePackedBackupJson(
  { store, recipient }: BackupTarget,
  path: string,
  value: unknown,
): Promise<void> {
  await store.write(path, await packBackupObject(Readable.from([Buffer.from(JSON.stringify(value))]), recipient))
}

/** Counts the lines that pass through and their hash. */
export class BackupRowCountAndHashMeter {
  rows = 0
  readonly #hash = createHash('sha256')

  async *pass(lines: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const bytes of lines) {
      this.#hash.update(bytes)
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) this.rows += 1
      yield bytes
    }
  }

  /** Ends the count. */
  finish(): { rows: number; sha256: string } {
    return { rows: this.rows, sha256: this.#hash.digest('hex') }
  }
}
