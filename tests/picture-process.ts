import sharp from 'sharp'
import type { PictureBucket } from '#app/lib/pictures.ts'
import { encodeDocumentPhotograph, encodeUploadedPicture } from '#app/platform/.server/images/images.ts'

// Encodes one-coloured pictures, each `bucket width height turn` on a line of the input, and says what memory it took beyond the first.
const most = 10 * 2 ** 20
const draw = (width: number, height: number, turn: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .withMetadata({ orientation: turn })
    .png({ compressionLevel: 1 })
    .toBuffer()

async function encode(bucket: string, bytes: Uint8Array): Promise<void> {
  if (bucket === 'documents') await encodeDocumentPhotograph(bytes, most)
  else await encodeUploadedPicture(bucket as PictureBucket, bytes, most)
}

await encode('gallery', await draw(1_600, 1_200, 1))
const before = process.resourceUsage().maxRSS
for (const shape of process.argv.slice(2)) {
  const [bucket = '', width, height, turn] = shape.split(' ')
  await encode(bucket, await draw(Number(width), Number(height), Number(turn)))
}
console.log(Math.round((process.resourceUsage().maxRSS - before) / 1024))
