import decode from 'heic-decode'
import { answerRequestsInLimitedProcess } from '../security/limited-child.ts'

interface DecodedSize {
  width: number
  height: number
}

/** The most pixels, as an argument of the program. */
const mostPixels = Number(process.argv[2])

// Runs in a process of its own, directly in Node: see heic.ts. Answers with width and height, four bytes each, and the pixels.
await answerRequestsInLimitedProcess(async (buffer) => {
  // The package's types omit that the size is known before decoding.
  const images = (await decode.all({ buffer })) as (DecodedSize & { decode(): ReturnType<typeof decode> })[] & {
    dispose(): void
  }
  try {
    const [image] = images
    if (!image) throw new Error('no picture')
    if (image.width * image.height > mostPixels) throw new Error('too many pixels')
    const { width, height, data } = await image.decode()
    const size = Buffer.alloc(8)
    size.writeUInt32BE(width)
    size.writeUInt32BE(height, 4)
    return [size, new Uint8Array(data.buffer)]
  } finally {
    images.dispose()
  }
})
