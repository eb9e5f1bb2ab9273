import { tooManyPixelsAdvice } from '#app/lib/picture-limits.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import {
  type ChosenVerificationFileRefusalReason,
  chosenDocumentRefusedToast,
  shortenFileName,
  type VerificationDocumentUploadScreen,
} from '../model.ts'

/** Why a document is refused: by what a browser can tell too, or by what only opening it tells. */
export type UploadedVerificationDocumentRefusalReason =
  | ChosenVerificationFileRefusalReason
  | 'pixels'
  /** It cannot be opened without its password. */
  | 'password'
  /** Looking into it took too long, or too much memory. */
  | 'complex'

/** The message for a document that was sent and refused. `name` is the file name as uploaded. */
export function uploadedDocumentRefusedToast(
  reason: UploadedVerificationDocumentRefusalReason,
  name: string,
  source: VerificationDocumentUploadScreen,
): ToastMessage {
  switch (reason) {
    case 'pixels':
      return {
        title: 'Image too large',
        description: `This image has too many pixels for us to read. ${tooManyPixelsAdvice}`,
        bad: true,
      }
    case 'password':
      return invalid(`${shortenFileName(name)} needs a password to open: save a copy without one.`)
    case 'complex':
      return invalid(`${shortenFileName(name)} is too complicated to check: print it to a new PDF.`)
    default:
      return chosenDocumentRefusedToast(reason, name, source)
  }
}

const invalid = (description: string): ToastMessage => ({ title: 'Invalid file type', description, bad: true })
