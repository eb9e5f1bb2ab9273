// The process that `media.ts` measures: it answers /healthz, and makes pictures of the files it is told of, by the product's
// own services or by sharp alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { uploadGalleryPicture } from '#app/features/businesses/media-service.server.ts'
import { pictureWidths } from '#app/lib/pictures.ts'
import { openEmbeddedDatabase } from '#app/platform/.server/database.ts'
import { UploadsBusy } from '#app/platform/.server/incoming-files.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { actorOf } from '../factories/actors.ts'
import { createBusiness } from '../factories/businesses.ts'
import { joinTestPlatform } from '../join-platform.ts'

/** What the process says: where it listens, then how it went. */
export type MediaMessage =
  | { kind: 'ready'; port: number; residentBytes: number }
  | { kind: 'done'; seconds: number; peakBytes: number }

const [way = 'product', ...files] = process.argv.slice(2)
const say = (message: MediaMessage) => process.send?.(message)

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-media-'))
const act = way === 'product' ? await prepareProduct() : sharpAlone
const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1', () => {
  say({ kind: 'ready', port: (server.address() as AddressInfo).port, residentBytes: process.memoryUsage().rss })
})

process.once('message', async () => {
  // The peak that the system keeps includes the opening of the database.
  let peakBytes = 0
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, 10)
  const started = performance.now()
  // As they come over the network: every one of them is in memory before its turn.
  await Promise.all(files.map(async (file, index) => act(await readFile(file), index)))
  const seconds = (performance.now() - started) / 1_000
  clearInterval(watch)
  say({ kind: 'done', seconds, peakBytes })
})
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})

/** @throws any other error */
function waiting(error: unknown): UploadsBusy {
  if (!(error instanceof UploadsBusy)) throw error
  return error
}

/** Each picture goes to a member of its own, so that the limit of a gallery plays no part. */
async function prepareProduct() {
  const handle = await openEmbeddedDatabase(null)
  const { platform } = await joinTestPlatform(handle, folder, { log: createLog('warn') })
  const owners: string[] = []
  for (const _ of files) owners.push((await createBusiness(handle.db)).profileId ?? '')
  return async (bytes: Uint8Array, index: number) => {
    const file = {
      bodyBytes: bytes.length,
      read: async () => ({ outcome: 'received' as const, bytes, name: 'picture', fields: new FormData() }),
    }
    const send = () => uploadGalleryPicture(platform, actorOf(owners[index] ?? ''), 'business', file)
    let sent = await send().catch(waiting)
    // As the uploader does, but without the pause: so many are in memory at once, and the others come again.
    while (sent instanceof UploadsBusy) {
      await sleep(50)
      sent = await send().catch(waiting)
    }
    const { outcome } = sent
    if (outcome !== 'stored') throw new Error(`a picture was not stored: ${outcome}`)
  }
}

/** The same pictures out of the same bytes, with as little decoding, all at once, kept nowhere. */
async function sharpAlone(bytes: Uint8Array): Promise<void> {
  const master = sharp(bytes).rotate().toColourspace('srgb').webp({ quality: 90, effort: 0 }).toBuffer()
  const { data, info } = await sharp(bytes)
    .rotate()
    .resize({ width: Math.max(...pictureWidths.gallery) })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const open = () => sharp(data, { raw: { width, height, channels } })
  await Promise.all([
    master,
    ...pictureWidths.gallery.flatMap((size) => [
      open().resize({ width: size }).webp({ quality: 80, effort: 4 }).toBuffer(),
      open().resize({ width: size }).avif({ quality: 55, effort: 3 }).toBuffer(),
    ]),
  ])
}
