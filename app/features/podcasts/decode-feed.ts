/** Byte order marks, which say more than any label. */
const marks: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a mark the '<' every feed begins with tells.
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
]

/**
 * The text of a feed. Labels are often wrong: what can be read as UTF-8 is UTF-8, as hardly any text in another encoding can
 * be. Else the label of the answer's `Content-Type` counts, then the one the XML begins with, then Windows-1252, which is what
 * old programs mean when they say anything else. Never throws; a byte that means nothing becomes U+FFFD.
 */
export function decodeFeed(bytes: Uint8Array, contentType: string | null): string {
  const marked = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))
  if (marked) return new TextDecoder(marked[0]).decode(bytes)
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const labels = [
    /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1],
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1],
  ]
  const decoders = labels.flatMap((label) => decoderOf(label) ?? [])
  // Its bytes are those of plain English too, with other meanings.
  const shifting = decoders.find(({ encoding }) => encoding.startsWith('iso-2022'))
  if (shifting) return shifting.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const decoder = decoders.find(({ encoding }) => !encoding.startsWith('utf-')) ?? new TextDecoder('windows-1252')
    return decoder.decode(bytes)
  }
}

function decoderOf(label: string | undefined): TextDecoder | null {
  try {
    return label ? new TextDecoder(label) : null
  } catch {
    return null
  }
}
