/** The share of a picture that is cut off at each side, from 0 to 1. */
export interface DocumentPhotoCrop {
  top: number
  right: number
  bottom: number
  left: number
}

export type DocumentPhotoCropSide = keyof DocumentPhotoCrop

/** What is done to a photo before it is uploaded. */
export interface DocumentPhotoEdit {
  /** Quarter turns to the right, 0 to 3. */
  turns: number
  /** Of the turned picture. */
  crop: DocumentPhotoCrop
}

export const emptyDocumentPhotoEdit: DocumentPhotoEdit = { turns: 0, crop: { top: 0, right: 0, bottom: 0, left: 0 } }

const opposite: Record<DocumentPhotoCropSide, DocumentPhotoCropSide> = {
  top: 'bottom',
  right: 'left',
  bottom: 'top',
  left: 'right',
}

/** The least share of a side that is left. */
const leastShare = 0.1

/** Turns a picture to the right, with its crop. */
export function documentPhotoEditTurnedRight({
  turns,
  crop: { top, right, bottom, left },
}: DocumentPhotoEdit): DocumentPhotoEdit {
  return { turns: (turns + 1) % 4, crop: { top: left, right: top, bottom: right, left: bottom } }
}

/** Cuts off a share at one side, and leaves a tenth at least. */
export function documentPhotoEditWithSideCropped(
  { turns, crop }: DocumentPhotoEdit,
  side: DocumentPhotoCropSide,
  share: number,
): DocumentPhotoEdit {
  const most = 1 - leastShare - crop[opposite[side]]
  return { turns, crop: { ...crop, [side]: Math.max(0, Math.min(share, most)) } }
}

interface Size {
  width: number
  height: number
}

/** The size of a picture after its turns. */
export function turnedDocumentPhotoSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The part of the turned picture that is kept, in pixels. */
export function visiblePartOfDocumentPhoto(
  size: Size,
  { turns, crop }: DocumentPhotoEdit,
): Size & { x: number; y: number } {
  const { width, height } = turnedDocumentPhotoSize(size, turns)
  return {
    x: Math.round(width * crop.left),
    y: Math.round(height * crop.top),
    width: Math.max(1, Math.round(width * (1 - crop.left - crop.right))),
    height: Math.max(1, Math.round(height * (1 - crop.top - crop.bottom))),
  }
}
