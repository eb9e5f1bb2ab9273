/** The share of a picture that is cut off at each side, from 0 to 1. */
export interface Crop {
  top: number
  right: number
  bottom: number
  left: number
}

export type Side = keyof Crop

/** What is done to a photo before it is uploaded. */
export interface PhotoEdit {
  /** Quarter turns to the right, 0 to 3. */
  turns: number
  /** Of the turned picture. */
  crop: Crop
}

export const unedited: PhotoEdit = { turns: 0, crop: { top: 0, right: 0, bottom: 0, left: 0 } }

const opposite: Record<Side, Side> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' }

/** The least share of a side that is left. */
const leastShare = 0.1

/** Turns a picture to the right, with its crop. */
export function turnRight({ turns, crop: { top, right, bottom, left } }: PhotoEdit): PhotoEdit {
  return { turns: (turns + 1) % 4, crop: { top: left, right: top, bottom: right, left: bottom } }
}

/** Cuts off a share at one side, and leaves a tenth at least. */
export function cropSide({ turns, crop }: PhotoEdit, side: Side, share: number): PhotoEdit {
  const most = 1 - leastShare - crop[opposite[side]]
  return { turns, crop: { ...crop, [side]: Math.max(0, Math.min(share, most)) } }
}

interface Size {
  width: number
  height: number
}

/** The size of a picture after its turns. */
export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The part of the turned picture that is kept, in pixels. */
export function keptPart(size: Size, { turns, crop }: PhotoEdit): Size & { x: number; y: number } {
  const { width, height } = turnedSize(size, turns)
  return {
    x: Math.round(width * crop.left),
    y: Math.round(height * crop.top),
    width: Math.max(1, Math.round(width * (1 - crop.left - crop.right))),
    height: Math.max(1, Math.round(height * (1 - crop.top - crop.bottom))),
  }
}
