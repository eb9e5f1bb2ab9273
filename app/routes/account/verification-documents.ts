import { data, redirect } from 'react-router'
import { profileTabPath } from '#app/features/profile/rules.ts'
import { uploadedDocumentRefusedToast } from '#app/features/verification/documents/refusals.ts'
import {
  uploadOwnVerificationDocument,
  type VerificationDocumentUploadResult,
} from '#app/features/verification/documents/upload-service.server.ts'
import { ownVerificationToasts, type VerificationDocumentUploadScreen } from '#app/features/verification/model.ts'
import { verificationStepPath } from '#app/features/verification/rules.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFileOfForm } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/verification-documents.ts'

const pages: Record<VerificationDocumentUploadScreen, string> = {
  wizard: verificationStepPath('documents'),
  profile: profileTabPath('verification'),
}

/**
 * Stores an uploaded document: `?from=wizard` or `?from=profile` names the screen. Responds to a script with JSON, and to a
 * form with a redirect.
 */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const actor = await requireSignIn(request, context)
  const source = new URL(request.url).searchParams.get('from')
  if (source !== 'wizard' && source !== 'profile') throw data(null, { status: 400 })
  const upload = () =>
    uploadOwnVerificationDocument(context.get(platformContext), actor, incomingFileOfForm(request, 'document'), source)
  const message = (result: VerificationDocumentUploadResult) => messageOf(result, source)
  return respondToUpload(args, { page: pages[source], upload, message })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(pages.wizard)
}

function messageOf(result: VerificationDocumentUploadResult, source: VerificationDocumentUploadScreen): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return ownVerificationToasts.documentUploaded
    case 'limited':
      return ownVerificationToasts.tooManyUploads(result.minutes)
    case 'refused':
      return uploadedDocumentRefusedToast(result.reason, result.name, source)
    case 'infected':
      return ownVerificationToasts.infected
    case 'closed':
      return ownVerificationToasts.readOnly
    case 'not-scanned':
      return ownVerificationToasts.notScanned
    case 'failed':
      return ownVerificationToasts.uploadFailed
  }
}
