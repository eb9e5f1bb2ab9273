import type { DocumentType } from '../rules.ts'
import type { DocumentSource } from '../schema.ts'
import { validateDocx } from './validate-docx.ts'

/** What each screen takes. */
const accepted: Record<DocumentSource, readonly DocumentType[]> = {
  wizard: ['pdf', 'doc', 'docx', 'jpg', 'png', 'webp', 'heic'],
  profile: ['jpg', 'png', 'webp'],
}

const images: Record<string, DocumentType> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heic',
}

/** Name of the stream that makes an OLE file a Word document, as its directory has it. */
const wordStream = Buffer.from('WordDocument', 'utf16le')

/**
 * What a document is, by its bytes alone; null for what is none we take from that screen. Nothing is unpacked or drawn. It
 * is served as what it is judged to be, so a file that is two things at once stays this one.
 */
export async function validateDocument(bytes: Uint8Array, source: DocumentSource): Promise<DocumentType | null> {
  const type = await recognise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return type && accepted[source].includes(type) ? type : null
}

async function recognise(bytes: Buffer): Promise<DocumentType | null> {
  // At the very beginning: readers of PDF look further, which is how a page of HTML passes for one.
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'pdf'
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return validateDocx(bytes) ? 'docx' : null
  const { fileTypeFromBuffer } = await import('file-type')
  const { mime } = (await fileTypeFromBuffer(bytes).catch(() => undefined)) ?? {}
  if (mime === 'application/x-cfb') return bytes.includes(wordStream) ? 'doc' : null
  const type = (mime && images[mime]) || null
  return type === 'heic' || (type && (await isPicture(bytes))) ? type : null
}

/** Whether there is a picture behind the first bytes of one, by its header. */
async function isPicture(bytes: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  return width * height > 0
}
