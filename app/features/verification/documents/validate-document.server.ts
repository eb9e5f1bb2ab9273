import { detectAcceptedFileSignatureKind, type FileSignatureKind } from '#app/lib/file-signature.ts'
import {
  ProcessLimitExceededError,
  ProcessRequestFailedError,
  ResourceLimitedProgram,
} from '#app/platform/.server/security/limited-process.ts'
import type { VerificationDocumentUploadScreen } from '../model.ts'
import type { VerificationDocumentFileType } from '../rules.ts'
import { classifyWordDocFile } from './validate-doc.ts'
import { classifyWordDocxFile } from './validate-docx.ts'

/**
 * What a document is, by its bytes alone; `password` for one that cannot be read without, null for what is none we take from that screen.
 * Nothing is drawn, and of a Word document only the list of its parts unpacked. It is served as what it is judged to be, so a file that is
 * two things at once stays this one.
 */
export async function detectVerificationDocumentFileType(
  bytes: Uint8Array,
  source: VerificationDocumentUploadScreen,
): Promise<VerificationDocumentFileType | 'password' | null> {
  const signature = detectAcceptedFileSignatureKind(bytes, source)
  return signature && recognise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), signature)
}

async function recognise(
  bytes: Buffer,
  signature: FileSignatureKind,
): Promise<VerificationDocumentFileType | 'password' | null> {
  switch (signature) {
    case 'zip':
      return classifyWordDocxFile(bytes)
    case 'ole':
      return classifyWordDocFile(bytes)
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
export async function findPdfFaultInLimitedProcess(
  bytes: Uint8Array,
): Promise<'password' | 'damaged' | 'complex' | null> {
  try {
    const answer = (await pdfReader.run(bytes)).toString()
    return answer === 'password' || answer === 'damaged' ? answer : null
  } catch (error) {
    if (error instanceof ProcessLimitExceededError) return 'complex'
    if (error instanceof ProcessRequestFailedError) return 'damaged'
    throw error
  }
}
