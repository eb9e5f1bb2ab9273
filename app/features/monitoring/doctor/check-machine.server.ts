import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#app/platform/.server/config.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import {
  type DoctorFinding,
  errorReasonOf,
  makeBadDoctorFinding,
  makeGoodDoctorFinding,
  makeWarningDoctorFinding,
} from './finding-model.ts'

const gibibyte = 2 ** 30

/** Writes a small file into the store, reads it and deletes it. */
export async function checkFileStore(config: Pick<Config, 'dataDir' | 's3'>): Promise<DoctorFinding> {
  const about = 'Files'
  const place = config.s3 ? `the bucket ${config.s3.bucket}` : resolve(config.dataDir, 'files')
  const key = `doctor/${randomUUID()}.webp`
  const bytes = new TextEncoder().encode('a file of the doctor')
  try {
    const storage = await openFileStorage(config)
    await storage.put('masters', key, bytes)
    const read = await storage.read('masters', key)
    await storage.delete('masters', key)
    if (!read || Buffer.compare(read.bytes, bytes) !== 0) throw new Error('what was written was not there to be read')
    return makeGoodDoctorFinding(about, `are written, read and deleted in ${place}`)
  } catch (error) {
    return makeBadDoctorFinding(
      about,
      `cannot be kept in ${place}: ${errorReasonOf(error)}`,
      config.s3
        ? 'See that the bucket exists, that S3_ENDPOINT and S3_REGION are right, and that the key may get, put and delete there.'
        : 'See that the folder belongs to the user that Muster runs as.',
    )
  }
}

/** Looks how much room is left where data is kept. */
export async function checkDiskSpace({ dataDir }: Pick<Config, 'dataDir'>): Promise<DoctorFinding> {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    const { bsize, bavail, blocks } = await statfs(folder)
    return evaluateDiskSpace(bavail * bsize, blocks * bsize)
  } catch (error) {
    return makeBadDoctorFinding(
      'Disk',
      `${folder} cannot be used: ${errorReasonOf(error)}`,
      'Set DATA_DIR to a folder of the user that Muster runs as.',
    )
  }
}

/** Evaluates the free bytes of a disk. */
export function evaluateDiskSpace(free: number, size: number): DoctorFinding {
  const found = `${(free / gibibyte).toFixed(1)} GiB of ${(size / gibibyte).toFixed(0)} GiB are free`
  const advice = 'Make room before it is full: a full disk refuses uploads, and stops the embedded database.'
  if (free < gibibyte) return makeBadDoctorFinding('Disk', found, advice)
  return free < size / 10 ? makeWarningDoctorFinding('Disk', found, advice) : makeGoodDoctorFinding('Disk', found)
}
