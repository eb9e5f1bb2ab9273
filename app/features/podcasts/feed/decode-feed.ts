import { isUtf8 } from 'node:buffer'

/** First bytes that identify an encoding, more reliably than any label. */
const signatures: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a byte order mark: the '<' that every feed starts with.
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
]

const pieceBytes = 64 * 1024

/**
 * Decodes a feed, in pieces. Labels are often wrong, so valid UTF-8 is decoded as UTF-8: text in another encoding is hardly ever valid UTF-8.
 * Otherwise the charset of `Content-Type` counts, then the encoding of the XML declaration, then Windows-1252, which old programs
 * mislabel most. Never throws; invalid bytes become U+FFFD.
 */
export function* decodePodcastFeed(bytes: Uint8Array, contentType: string | null): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes, contentType))
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: at + pieceBytes < bytes.length })
  }
}

function encodingOf(bytes: Uint8Array, contentType: string | null): string {
  const signature = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
  if (signature) return signature[0]
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200))
  const labels = [
    /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1],
    /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1],
  ]
  const encodings = labels.flatMap((label) => decoderOf(label)?.encoding ?? [])
  // Text in ISO-2022 consists of ASCII bytes, so it is also valid UTF-8.
  const iso2022 = encodings.find((encoding) => encoding.startsWith('iso-2022'))
  if (iso2022) return iso2022
  if (isUtf8(bytes)) return 'utf-8'
  return encodings.find((encoding) => !encoding.startsWith('utf-')) ?? 'windows-1252'
}

function decoderOf(label: string | undefined): TextDecoder | null {
  try {
    return label ? new TextDecoder(label) : null
  } catch {
    return null
  }
}
