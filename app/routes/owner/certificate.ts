import { redirect } from 'react-router'
import { sentRefusal } from '#app/features/verification/documents/refusals.ts'
import type { DocumentResult } from '#app/features/verification/documents/upload-service.server.ts'
import { factMessages } from '#app/features/verification/facts/model.ts'
import { ownFactsPath } from '#app/features/verification/facts/rules.ts'
import { uploadCertificate } from '#app/features/verification/facts/service.server.ts'
import { verificationMessages } from '#app/features/verification/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFile } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/certificate.ts'

/** Stores a certificate of a fact that the owner asked to have confirmed. */
export async function action(args: Route.ActionArgs) {
  const { request, params, context } = args
  const actor = await requireSignIn(request, context)
  const file = incomingFile(request, 'document')
  const upload = () => uploadCertificate(context.get(platformContext), actor, params.id, file)
  return respondToUpload(args, { page: ownFactsPath, upload, message: messageOf })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(ownFactsPath)
}

function messageOf(result: DocumentResult): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return verificationMessages.documentUploaded
    case 'limited':
      return verificationMessages.tooManyUploads(result.minutes)
    case 'refused':
      return result.reason === 'too-many'
        ? factMessages.tooManyCertificates
        : sentRefusal(result.reason, result.name, 'wizard')
    case 'infected':
      return verificationMessages.infected
    case 'not-scanned':
      return verificationMessages.notScanned
    case 'closed':
      return factMessages.closed
    case 'failed':
      return verificationMessages.uploadFailed
  }
}
