import { redirect } from 'react-router'
import { uploadedDocumentRefusedToast } from '#app/features/verification/documents/refusals.ts'
import type { VerificationDocumentUploadResult } from '#app/features/verification/documents/upload-service.server.ts'
import { ownFactConfirmationToasts } from '#app/features/verification/facts/model.ts'
import { ownFactConfirmationsPath } from '#app/features/verification/facts/rules.ts'
import { uploadFactCertificate } from '#app/features/verification/facts/service.server.ts'
import { ownVerificationToasts } from '#app/features/verification/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFileOfForm } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/certificate.ts'

/** Stores a certificate of a fact that the owner asked to have confirmed. */
export async function action(args: Route.ActionArgs) {
  const { request, params, context } = args
  const actor = await requireSignIn(request, context)
  const file = incomingFileOfForm(request, 'document')
  const upload = () => uploadFactCertificate(context.get(platformContext), actor, params.id, file)
  return respondToUpload(args, { page: ownFactConfirmationsPath, upload, message: messageOf })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(ownFactConfirmationsPath)
}

function messageOf(result: VerificationDocumentUploadResult): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return ownVerificationToasts.documentUploaded
    case 'limited':
      return ownVerificationToasts.tooManyUploads(result.minutes)
    case 'refused':
      return result.reason === 'too-many'
        ? ownFactConfirmationToasts.tooManyCertificates
        : uploadedDocumentRefusedToast(result.reason, result.name, 'wizard')
    case 'infected':
      return ownVerificationToasts.infected
    case 'not-scanned':
      return ownVerificationToasts.notScanned
    case 'closed':
      return ownFactConfirmationToasts.closed
    case 'failed':
      return ownVerificationToasts.uploadFailed
  }
}
