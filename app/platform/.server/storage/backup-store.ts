import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFileToDisk } from './durable-files.ts'
import { makeS3ClientOptions, type S3BucketAccess } from './s3.ts'

/** Where backups are: a folder, or a bucket of an S3-compatible store with the credentials for it. */
export type BackupLocation = { kind: 'folder'; folder: string } | ({ kind: 's3'; prefix: string } & S3BucketAccess)

/** Objects by path, such as `sets/NAME/manifest.json`. An object that is there is whole. */
export interface BackupStore {
  write: (path: string, bytes: Readable) => Promise<void>
  /** Null if there is no such object. */
  read: (path: string) => Promise<Readable | null>
  /** The paths of all objects below a folder, in order. */
  list: (folder: string) => Promise<string[]>
  delete: (paths: string[]) => Promise<void>
}

/** How long the S3 server may stay silent before an attempt fails, in milliseconds: it may take its time to put parts together. */
const storeSilenceMs = 120_000

/** Opens the store of backups. */
export function openBackupStore(
  location: BackupLocation,
  { silenceMs = storeSilenceMs }: { silenceMs?: number } = {},
): Promise<BackupStore> | BackupStore {
  return location.kind === 's3' ? openBucket(location, silenceMs) : openFolder(resolve(location.folder))
}

/** The ending of what is being written. */
const partial = /\.[0-9a-f-]{36}\.partial$/

function openFolder(top: string): BackupStore {
  return {
    write: async (path, bytes) => {
      const file = join(top, path)
      const written = `${file}.${randomUUID()}.partial`
      await mkdir(dirname(file), { recursive: true })
      try {
        await pipeline(bytes, createWriteStream(written, { mode: 0o600 }))
        await syncFileToDisk(top, written)
        await rename(written, file)
        await syncFileToDisk(top, file)
      } catch (error) {
        await rm(written, { force: true })
        throw error
      }
    },
    read: async (path) => {
      const file = join(top, path)
      const found = await stat(file).catch(() => null)
      return found?.isFile() ? createReadStream(file) : null
    },
    list: async (folder) => {
      const entries = await readdir(join(top, folder), { recursive: true, withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return entries
        .filter((entry) => entry.isFile() && !partial.test(entry.name))
        .map((entry) => relative(top, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort()
    },
    delete: async (paths) => {
      for (const path of paths) await rm(join(top, path), { force: true })
    },
  }
}

/**
 * Backups do not go through flydrive, as files that people upload do: it sends a stream as one PutObject, which must say how long it is. The
 * length of a backup is known once it is packed and encrypted, and it may be longer than what one PutObject takes. Uploads go in parts.
 */
async function openBucket(location: Extract<BackupLocation, { kind: 's3' }>, silenceMs: number): Promise<BackupStore> {
  const { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2, S3Client } = await import(
    '@aws-sdk/client-s3'
  )
  const { Upload } = await import('@aws-sdk/lib-storage')
  const { bucket: Bucket, prefix } = location
  const client = new S3Client(makeS3ClientOptions(location, silenceMs))
  return {
    write: async (path, Body) => {
      await new Upload({ client, params: { Bucket, Key: prefix + path, Body } }).done()
    },
    read: async (path) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefix + path }))
        return (Body as Readable | undefined) ?? null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    list: async (folder) => {
      const paths: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket, Prefix: `${prefix}${folder}/` },
      )) {
        for (const { Key } of Contents) if (Key) paths.push(Key.slice(prefix.length))
      }
      return paths.sort()
    },
    // One by one: not every store that speaks S3 knows how to delete several.
    delete: async (paths) => {
      for (const path of paths) await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + path }))
    },
  }
}
