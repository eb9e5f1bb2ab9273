import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

interface DecodedSize {
  width: number
  height: number
}

// Runs in a thread of its own, by Node itself: see heic.ts. Decoding holds up the thread it runs in for seconds.
const { bytes, mostPixels } = workerData as { bytes: Uint8Array; mostPixels: number }
// The package's types leave out that a picture says its size before it is decoded.
const [image] = (await decode.all({ buffer: bytes })) as (DecodedSize & { decode(): ReturnType<typeof decode> })[]
if (!image) throw new Error('no picture')
if (image.width * image.height > mostPixels) throw new Error('too many pixels')
const { width, height, data } = await image.decode()
parentPort?.postMessage({ width, height, data }, [data.buffer as ArrayBuffer])
