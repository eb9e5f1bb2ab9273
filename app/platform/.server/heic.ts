import { Worker } from 'node:worker_threads'

/** A decoded picture, four bytes per pixel (RGBA). */
export interface DecodedPicture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Timeout in milliseconds. A phone photograph takes two seconds; only a crafted file takes this long. */
const longest = 60_000

const program = new URL('app/platform/.server/heic-worker.ts', `file://${process.cwd()}/`)

/**
 * Decodes a HEIC picture and turns it upright, in a worker thread. sharp has no HEIC decoder.
 * @throws Error if it cannot be decoded, has more than `mostPixels` pixels, or takes too long
 */
export async function decodeHeic(bytes: Uint8Array, mostPixels: number): Promise<DecodedPicture> {
  const worker = new Worker(program, { workerData: { bytes, mostPixels } })
  const timer = setTimeout(() => void worker.terminate(), longest)
  try {
    return await new Promise<DecodedPicture>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the picture could not be decoded')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
