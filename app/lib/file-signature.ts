/** What the first bytes of a file say that it is. A Word document is a zip, an old one an OLE file. */
export type FileSignatureKind = 'pdf' | 'zip' | 'ole' | 'jpg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

/** What a file may begin as where it is sent, whatever it is called. HEIC is taken where it comes, though no file dialog for pictures names it. */
export const acceptedFileSignatures = {
  pictures: ['jpg', 'png', 'webp', 'gif', 'avif', 'heic'],
  /** Documents of a verification, and of the profile. */
  wizard: ['pdf', 'zip', 'ole', 'jpg', 'png', 'webp', 'heic'],
  profile: ['jpg', 'png', 'webp'],
} satisfies Record<string, FileSignatureKind[]>

/** How many of the first bytes are looked at. */
export const fileSignatureByteCount = 64

/** At the very beginning. */
const beginnings: [FileSignatureKind, string][] = [
  ['zip', 'PK\x03\x04'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['jpg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
]

/**
 * What begins with a size, or is a PDF behind a byte order mark or line breaks: readers look further, which is how a page of HTML passes
 * for one. Others than telephones name what HEIC and AVIF have in common, and then which it is.
 */
const patterns: [FileSignatureKind, RegExp][] = [
  ['pdf', /^(\xef\xbb\xbf)?[\r\n]*%PDF-/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['avif', /^.{4}ftyp(avi[fs]|(mif1|msf1).{4}(.{4})*?avi[fs])/s],
  ['heic', /^.{4}ftyp(hei[cx]|hev[cx]|mif1|msf1)/s],
]

/** What a file is by its first bytes; null where it is not taken. Browser and server decide by it. */
export function detectAcceptedFileSignatureKind(
  bytes: Uint8Array,
  where: keyof typeof acceptedFileSignatures,
): FileSignatureKind | null {
  const text = String.fromCharCode(...bytes.subarray(0, fileSignatureByteCount))
  const found =
    beginnings.find(([, beginning]) => text.startsWith(beginning)) ?? patterns.find(([, pattern]) => pattern.test(text))
  const taken: FileSignatureKind[] = acceptedFileSignatures[where]
  return found && taken.includes(found[0]) ? found[0] : null
}

/** Whether a chosen file begins as what is taken there. */
export async function hasAcceptedFileSignature(
  file: Blob,
  where: keyof typeof acceptedFileSignatures,
): Promise<boolean> {
  return (
    detectAcceptedFileSignatureKind(
      new Uint8Array(await file.slice(0, fileSignatureByteCount).arrayBuffer()),
      where,
    ) !== null
  )
}
