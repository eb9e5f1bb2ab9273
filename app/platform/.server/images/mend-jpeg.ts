/** The second bytes of markers: what says how it is coded, as one scan or progressively, and where a scan begins and all ends. */
const marker = { baseline: 0xc0, extended: 0xc1, scan: 0xda, end: 0xd9 } as const

/** How a scan that is not progressive describes itself: all coefficients, whole. */
const wholeScan = [0, 63, 0]

/**
 * Mends what makes decoders refuse a JPEG that lacks nothing: some cameras and programs leave the end marker out, or write bytes between the
 * parts of its head, and Samsung's telephones describe the scan of an ordinary picture wrongly. What stands behind the picture is left out.
 * What is mended still has to be decoded strictly, as a picture may also be cut.
 * @param more is put where the last scan ends
 */
export function mendJpeg(bytes: Uint8Array, more: Uint8Array = new Uint8Array()): Uint8Array {
  const copy = Buffer.from(bytes)
  const parts: Uint8Array[] = [copy.subarray(0, 2)]
  let isOneScan = false
  let isInHead = true
  let from = 2
  for (let at = nextMarker(copy, 2); at >= 0; at = nextMarker(copy, from)) {
    if (!isInHead) parts.push(copy.subarray(from, at))
    from = at
    const kind = copy[at + 1]
    if (kind === marker.end) break
    const length = at + 4 <= copy.length ? copy.readUInt16BE(at + 2) : 0
    const next = at + 2 + length
    if (length < 2 || next > copy.length) return Buffer.concat([...parts, copy.subarray(at)])
    if (kind === marker.baseline || kind === marker.extended) isOneScan = true
    if (kind === marker.scan && isOneScan && length > 5) copy.set(wholeScan, next - 3)
    if (kind === marker.scan) isInHead = false
    parts.push(copy.subarray(at, next))
    from = next
  }
  const isEnded = copy[from] === 0xff && copy[from + 1] === marker.end
  const rest = isEnded ? new Uint8Array() : withoutPadding(copy.subarray(from))
  return Buffer.concat([...parts, rest, more, Uint8Array.of(0xff, marker.end)])
}

/** The fewest zeros at the end of a file that are none of a picture. */
const padding = 64

/** Where the end is missing, zeros are what a file was made of before the picture came: read as data, they would hide that it is cut. */
function withoutPadding(data: Buffer): Buffer {
  const length = data.findLastIndex((byte) => byte !== 0) + 1
  // One belongs to 0xff, see below.
  return data.length - length < padding ? data : data.subarray(0, length + (data[length - 1] === 0xff ? 1 : 0))
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
