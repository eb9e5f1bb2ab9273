import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

interface DecodedSize {
  width: number
  height: number
}

// Runs in a worker thread, directly in Node: see heic.ts. Decoding blocks its thread for seconds.
const { bytes, mostPixels } = workerData as { bytes: Uint8Array; mostPixels: number }
// The package's types omit that the size is known before decoding.
const [image] = (await decode.all({ buffer: bytes })) as (DecodedSize & { decode(): ReturnType<typeof decode> })[]
if (!image) throw new Error('no picture')
if (image.width * image.height > mostPixels) throw new Error('too many pixels')
const { width, height, data } = await image.decode()
parentPort?.postMessage({ width, height, data }, [data.buffer as ArrayBuffer])
