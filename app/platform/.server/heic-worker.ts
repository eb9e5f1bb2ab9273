import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

// Runs in a thread of its own, by Node itself: see heic.ts. Decoding holds up the thread it runs in for seconds.
const { bytes, mostPixels } = workerData as { bytes: Uint8Array; mostPixels: number }
const images = await decode.all({ buffer: bytes })
const [image] = images
if (!image) throw new Error('no picture')
if (image.width * image.height > mostPixels) throw new Error('too many pixels')
const { width, height, data } = await image.decode()
parentPort?.postMessage({ width, height, data }, [data.buffer as ArrayBuffer])
