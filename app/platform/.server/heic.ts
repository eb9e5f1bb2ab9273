import { Worker } from 'node:worker_threads'

/** A decoded picture, four bytes a pixel. */
export interface DecodedPicture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** A telephone's photograph takes two seconds; nothing takes so long that is not made to. */
const longest = 60_000

const program = new URL('app/platform/.server/heic-worker.ts', `file://${process.cwd()}/`)

/**
 * Decodes a HEIC picture, turned upright, in a thread of its own: sharp comes without a decoder for it.
 * @throws for what cannot be decoded, has more pixels, or takes too long.
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
