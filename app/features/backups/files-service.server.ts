import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import {
  contentTypeOfStoredFile,
  type FileStorage,
  type StorageBucket,
  storageBuckets,
} from '#app/platform/.server/storage/storage.ts'
import { type BackupManifest, backupFileListSchema, backupStoredFileNamesSchema } from './manifest-schema.ts'
import {
  type BackupOrigin,
  type BackupTarget,
  packBackupObject,
  packedBackupExtension,
  unpackBackupJson,
  unpackBackupObject,
  writePackedBackupJson,
} from './objects.server.ts'
import { type BackupPartKind, backupPartOfBucket } from './rules.ts'

// A stored file never changes, so it is copied once, and every backup that has it names the same copy. The name of a copy begins with
// a hash of the file's key and has the hash of its content: who reads the names learns neither.

interface CopiedFile {
  bucket: string
  key: string
  /** The name of the copy: hash of the key, hash of the content. */
  stored: string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const listPath = (name: string, part: BackupPartKind, ending: string) => `sets/${name}/${part}/files.json${ending}`
const namesPath = (name: string, part: BackupPartKind) => `sets/${name}/${part}/stored.json`

/** Copies the files that no backup has yet, and writes down which files belong to this one. Returns how many. */
export async function backUpFiles(
  { storage }: Pick<Platform, 'storage'>,
  target: BackupTarget,
  name: string,
): Promise<BackupManifest['files']> {
  const { store } = target
  const ending = packedBackupExtension(target)
  const copies = new Map<string, string>()
  for (const path of await store.list('files')) {
    const stored = path.slice('files/'.length)
    // A copy for another key, or none, does not count: it could not be opened.
    if (stored.endsWith(ending)) copies.set(stored.slice(0, 64), stored)
  }
  const files: Record<BackupPartKind, CopiedFile[]> = { lasting: [], recent: [] }
  for (const bucket of storageBuckets) {
    for await (const key of storage.list(bucket)) {
      const copy = copies.get(hashOf(`${bucket}/${key}`)) ?? (await copyFile(storage, target, bucket, key))
      // It may have been deleted meanwhile.
      if (copy) files[backupPartOfBucket(bucket)].push({ bucket, key, stored: copy })
    }
  }
  for (const part of ['lasting', 'recent'] as const) {
    await writePackedBackupJson(target, listPath(name, part, ending), files[part])
    const stored = files[part].map((file) => file.stored)
    await writePackedBackupJson({ store, recipient: null }, namesPath(name, part), stored)
  }
  return { lasting: files.lasting.length, recent: files.recent.length }
}

async function copyFile(
  storage: FileStorage,
  target: BackupTarget,
  bucket: StorageBucket,
  key: string,
): Promise<string | null> {
  // Read twice, as the hash is part of the name.
  const content = createHash('sha256')
  const first = await storage.stream(bucket, key)
  if (!first) return null
  for await (const bytes of first) content.update(bytes)
  const stored = `${hashOf(`${bucket}/${key}`)}.${content.digest('hex')}${packedBackupExtension(target)}`
  const second = await storage.stream(bucket, key)
  if (!second) return null
  await target.store.write(`files/${stored}`, await packBackupObject(second, target.recipient))
  return stored
}

/** Deletes the copies that no backup names any more. No other process may be making a backup. */
export async function deleteUnusedBackupFiles({ store }: BackupTarget, names: string[]): Promise<void> {
  const used = new Set<string>()
  for (const name of names) {
    for (const part of ['lasting', 'recent'] as const) {
      const found = await unpackBackupJson({ store, identity: null }, namesPath(name, part))
      // The recent part of an older backup is gone.
      for (const stored of found ? backupStoredFileNamesSchema.parse(found) : []) used.add(stored)
    }
  }
  const paths = await store.list('files')
  await store.delete(paths.filter((path) => !used.has(path.slice('files/'.length))))
}

/**
 * Restores the files of a backup. Each is compared with the hash of its content.
 * @throws StartError if one is missing or was changed
 */
export async function restoreBackupFiles(
  storage: FileStorage,
  origin: BackupOrigin,
  { name, isEncrypted, files: counts }: BackupManifest,
  parts: BackupPartKind[],
): Promise<number> {
  let restored = 0
  for (const part of parts) {
    const list = backupFileListSchema.parse(
      (await unpackBackupJson(origin, listPath(name, part, isEncrypted ? '.gz.age' : '.gz'))) ?? [],
    )
    if (list.length !== counts[part])
      throw makeUnusableBackupError(name, `its list of files has ${list.length} of ${counts[part]}`)
    for (const { bucket, key, stored } of list) {
      if (!isBucket(bucket) || !contentTypeOfStoredFile(key))
        throw makeUnusableBackupError(name, `it names a file that is none of ours`)
      const copy = await unpackBackupObject(origin, `files/${stored}`)
      if (!copy) throw makeUnusableBackupError(name, `the copy of a file is missing: files/${stored}`)
      const bytes = await buffer(copy)
      if (createHash('sha256').update(bytes).digest('hex') !== stored.split('.')[1]) {
        throw makeUnusableBackupError(name, `a file was changed: files/${stored}`)
      }
      await storage.put(bucket, key, bytes)
      restored += 1
    }
  }
  return restored
}

/** Why a backup cannot be used. */
export function makeUnusableBackupError(name: string, reason: string): StartError {
  return new StartError(`The backup ${name} is not whole: ${reason}. Take another one with --set.`)
}

function isBucket(name: string): name is StorageBucket {
  return (storageBuckets as readonly string[]).includes(name)
}
