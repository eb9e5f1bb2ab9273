// Files in buckets, in a folder or an S3-compatible store. Features store through `stored-files.ts`, which also removes what is replaced.

import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'
import { syncFileToDisk } from './durable-files.ts'
import { makeS3ClientOptions, type S3BucketAccess } from './s3.ts'

/** Buckets that anyone may read. No other bucket is served at /files. */
export const publicBuckets = ['logo', 'gallery', 'avatars', 'podcast-media', 'shop'] as const
export type PublicBucket = (typeof publicBuckets)[number]

/** Buckets that are not served at /files: a route authorises each read, or nobody reads them. */
const privateBuckets = ['exports', 'masters', 'verification-documents'] as const

export const storageBuckets = [...publicBuckets, ...privateBuckets] as const
export type StorageBucket = (typeof storageBuckets)[number]

export interface StoredFile {
  bytes: Uint8Array
  contentType: string
  /** A strong ETag, in quotes. */
  etag: string
}

export interface FileStorage {
  put: (bucket: StorageBucket, key: string, bytes: Uint8Array) => Promise<void>
  /** Null if there is no such file. */
  read: (bucket: StorageBucket, key: string) => Promise<StoredFile | null>
  delete: (bucket: StorageBucket, key: string) => Promise<void>
  /** The keys of all files of a bucket. */
  list: (bucket: StorageBucket) => AsyncIterable<string>
  /** The content of a file piece by piece; null if there is no such file. */
  stream: (bucket: StorageBucket, key: string) => Promise<Readable | null>
}

// The only form of key the server creates: a folder (the owner's id, and `covers` below it for covers) and a unique name.
const keyPattern = /^[a-z0-9-]{1,64}(?:\/covers)?\/[a-z0-9-]{1,64}\.(webp|avif|wav|zip|sealed)$/
const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  wav: 'audio/wav',
  zip: 'application/zip',
  sealed: 'application/octet-stream',
}

/** The content type of a stored file by its extension; null for a key that the server cannot have created. */
export function contentTypeOfStoredFile(key: string): string | null {
  const ending = keyPattern.exec(key)?.[1]
  return (ending && contentTypes[ending]) ?? null
}

/** How long the S3 server may stay silent before an attempt fails, in milliseconds. There are two attempts. */
const storeSilenceMs = 5_000

interface StorageOptions {
  silenceMs?: number
  /** Called for each failure; a file that does not exist is none. */
  onError?: (operation: keyof FileStorage) => void
}

/** Opens the file storage: a folder in the data folder, or an S3-compatible bucket if one is configured. */
export async function openFileStorage(
  config: Pick<Config, 'dataDir' | 's3'>,
  { silenceMs = storeSilenceMs, onError = () => undefined }: StorageOptions = {},
): Promise<FileStorage> {
  const disk = new Disk(config.s3 ? await openS3(config.s3, silenceMs) : openFolder(config.dataDir))
  const reporting = async <Result>(operation: keyof FileStorage, work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (!isMissing(error)) onError(operation)
      throw error
    }
  }
  return {
    put: async (bucket, key, bytes) => {
      const contentType = contentTypeOfStoredFile(key)
      if (!contentType) throw new Error(`not a key of ours: ${key}`)
      await reporting('put', disk.put(`${bucket}/${key}`, bytes, { contentType }))
      // The row that names the file may be committed next and must not outlive it.
      if (!config.s3) await syncFileToDisk(resolve(config.dataDir), join(filesFolder(config.dataDir), bucket, key))
    },
    read: async (bucket, key) => {
      const contentType = contentTypeOfStoredFile(key)
      if (!contentType) return null
      try {
        const bytes = await reporting('read', disk.getBytes(`${bucket}/${key}`))
        // A key is never written twice, so it identifies its content.
        const etag = `"${createHash('sha256').update(`${bucket}/${key}`).digest('base64url').slice(0, 22)}"`
        return { bytes, contentType, etag }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    delete: async (bucket, key) => {
      if (!contentTypeOfStoredFile(key)) throw new Error(`not a key of ours: ${key}`)
      await reporting('delete', disk.delete(`${bucket}/${key}`))
    },
    list: (bucket) => listKeys(disk, bucket),
    stream: async (bucket, key) => {
      if (!contentTypeOfStoredFile(key) || !(await disk.exists(`${bucket}/${key}`))) return null
      return disk.getStream(`${bucket}/${key}`)
    },
  }
}

async function* listKeys(disk: Disk, bucket: StorageBucket): AsyncIterable<string> {
  let paginationToken: string | undefined
  do {
    const page = await disk
      .listAll(`${bucket}/`, { recursive: true, ...(paginationToken && { paginationToken }) })
      .catch((error) => {
        // A bucket without files has no folder.
        if (error?.cause?.code === 'ENOENT') return null
        throw error
      })
    if (!page) return
    for (const object of page.objects) {
      const key = object.isFile ? object.key.slice(bucket.length + 1) : ''
      // Something else that somebody put there is not ours.
      if (contentTypeOfStoredFile(key)) yield key
    }
    paginationToken = page.paginationToken
  } while (paginationToken)
}

function filesFolder(dataDir: string): string {
  return resolve(dataDir, 'files')
}

function openFolder(dataDir: string): FSDriver {
  return new FSDriver({ location: filesFolder(dataDir), visibility: 'private' })
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof errors.E_CANNOT_READ_FILE)) return false
  const cause = error.cause as { code?: string; name?: string } | undefined
  return cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey' || cause?.name === 'NotFound'
}

async function openS3(s3: S3BucketAccess, silenceMs: number) {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new S3Driver({
    bucket: s3.bucket,
    ...makeS3ClientOptions(s3, silenceMs),
    visibility: 'private',
    supportsACL: false,
  })
}
