/** The second bytes of markers: what says how it is coded, as one scan or progressively, and where a scan begins and all ends. */
const marker = { baseline: 0xc0, extended: 0xc1, scan: 0xda, end: 0xd9 } as const

/** How a scan that is not progressive describes itself: all coefficients, whole. */
const wholeScan = [0, 63, 0]

/**
 * Mends what makes decoders refuse a JPEG that lacks nothing: some cameras and programs leave the end marker out, and Samsung's telephones
 * describe the scan of an ordinary picture wrongly. What is mended still has to be decoded strictly, as a picture may also be cut.
 */
export function mendJpeg(bytes: Uint8Array): Uint8Array {
  const mended = Buffer.from(bytes)
  let isOneScan = false
  for (let at = nextMarker(mended, 2); at >= 0; ) {
    const kind = mended[at + 1]
    if (kind === marker.end) return mended
    const length = at + 4 <= mended.length ? mended.readUInt16BE(at + 2) : 0
    const next = at + 2 + length
    if (length < 2 || next > mended.length) return mended
    if (kind === marker.baseline || kind === marker.extended) isOneScan = true
    if (kind === marker.scan && isOneScan && length > 5) mended.set(wholeScan, next - 3)
    at = nextMarker(mended, next)
  }
  return Buffer.concat([mended, Buffer.from([0xff, marker.end])])
}

/** Where the next marker is that has a meaning of its own; -1 where there is none. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  // In the data of a scan 0 follows each 0xff that is none, and the markers between are counted from 0xd0 to 0xd7.
  while (at >= 0 && at + 1 < bytes.length && isInScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 1)
  return at + 1 < bytes.length ? at : -1
}

function isInScan(byte: number): boolean {
  return byte === 0 || byte === 1 || byte === 0xff || (byte >= 0xd0 && byte <= 0xd7)
}
