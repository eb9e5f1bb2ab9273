import { detectFileSignature, type FileSignature } from '#app/lib/file-signature.ts'
import {
  ProcessLimitExceeded,
  ProcessRequestFailed,
  ResourceLimitedProgram,
} from '#app/platform/.server/security/limited-process.ts'
import type { VerificationDocumentUploadScreen } from '../model.ts'
import type { VerificationDocumentFileType } from '../rules.ts'
import { validateWordDoc } from './validate-doc.ts'
import { validateWordDocx } from './validate-docx.ts'

/**
 * What a document is, by its bytes alone; `password` for one that cannot be read without, null for what is none we take from that screen.
 * Nothing is drawn, and of a Word document only the list of its parts unpacked. It is served as what it is judged to be, so a file that is
 * two things at once stays this one.
 */
export async function validateDocument(
  bytes: Uint8Array,
  source: VerificationDocumentUploadScreen,
): Promise<VerificationDocumentFileType | 'password' | null> {
  const signature = detectFileSignature(bytes, source)
  return signature && recognise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), signature)
}

async function recognise(
  bytes: Buffer,
  signature: FileSignature,
): Promise<VerificationDocumentFileType | 'password' | null> {
  switch (signature) {
    case 'zip':
      return validateWordDocx(bytes)
    case 'ole':
      return validateWordDoc(bytes)
    case 'jpg':
    case 'png':
    case 'webp':
      return (await isPicture(bytes)) ? signature : null
    case 'pdf':
    case 'heic':
      return signature
    default:
      return null
  }
}

/** Whether there is a picture behind the first bytes of one, by its header. */
async function isPicture(bytes: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  return width * height > 0
}

const pdfReader = new ResourceLimitedProgram(['app/features/verification/documents/read-pdf-child.ts'], {
  mostBytes: 300 * 2 ** 20,
  mostMs: 10_000,
})

/** Why a reviewer could not read a PDF; null where they can. */
export async function findPdfFault(bytes: Uint8Array): Promise<'password' | 'damaged' | 'complex' | null> {
  try {
    const answer = (await pdfReader.run(bytes)).toString()
    return answer === 'password' || answer === 'damaged' ? answer : null
  } catch (error) {
    if (error instanceof ProcessLimitExceeded) return 'complex'
    if (error instanceof ProcessRequestFailed) return 'damaged'
    throw error
  }
}
