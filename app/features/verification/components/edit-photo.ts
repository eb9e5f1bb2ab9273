import { type DocumentPhotoEdit, turnedDocumentPhotoSize, visiblePartOfDocumentPhoto } from './photo-geometry.ts'

/** Phones refuse larger canvases, in pixels. */
const mostPixels = 16_000_000

/** Draws a picture on a canvas, turned, in a scale. Returns the context; null where the browser has no memory for the canvas. */
export function drawTurnedDocumentPhoto(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  turns: number,
  scale: number,
): CanvasRenderingContext2D | null {
  const { width, height } = turnedDocumentPhotoSize(picture, turns)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((turns * Math.PI) / 2)
  context.scale(scale, scale)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  context.resetTransform()
  return context
}

/**
 * Turns and crops a photo.
 * @throws if the browser cannot: what was cut off must not be sent
 */
export async function turnAndCropDocumentPhoto(file: File, edit: DocumentPhotoEdit): Promise<File> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height)))
  const turned = document.createElement('canvas')
  const isDrawn = drawTurnedDocumentPhoto(turned, picture, edit.turns, scale) !== null
  const { x, y, width, height } = visiblePartOfDocumentPhoto(
    { width: picture.width * scale, height: picture.height * scale },
    edit,
  )
  const kept = document.createElement('canvas')
  kept.width = width
  kept.height = height
  const context = kept.getContext('2d')
  if (!context || !isDrawn) throw new Error('there is no canvas')
  // A JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(turned, -x, -y)
  const blob = await new Promise<Blob | null>((done) => kept.toBlob(done, 'image/jpeg', 0.92))
  picture.close()
  if (!blob) throw new Error('the canvas could not be written')
  return new File([blob], file.name.replace(/\.[^.]*$|$/, '.jpg'), { type: 'image/jpeg' })
}
