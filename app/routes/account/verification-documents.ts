import { data, redirect } from 'react-router'
import { profilePath } from '#app/features/profile/rules.ts'
import { sentRefusal } from '#app/features/verification/documents/refusals.ts'
import { type DocumentResult, uploadDocument } from '#app/features/verification/documents/upload-service.server.ts'
import { type DocumentSource, verificationMessages } from '#app/features/verification/model.ts'
import { verificationStepPath } from '#app/features/verification/rules.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { incomingFile } from '../incoming-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import { respondToUpload } from '../upload-response.server.ts'
import type { Route } from './+types/verification-documents.ts'

const pages: Record<DocumentSource, string> = {
  wizard: verificationStepPath('documents'),
  profile: profilePath('verification'),
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
  const upload = () => uploadDocument(context.get(platformContext), actor, incomingFile(request, 'document'), source)
  const message = (result: DocumentResult) => messageOf(result, source)
  return respondToUpload(args, { page: pages[source], upload, message })
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(pages.wizard)
}

function messageOf(result: DocumentResult, source: DocumentSource): ToastMessage {
  switch (result.outcome) {
    case 'stored':
      return verificationMessages.documentUploaded
    case 'limited':
      return verificationMessages.tooManyUploads(result.minutes)
    case 'refused':
      return sentRefusal(result.reason, result.name, source)
    case 'infected':
      return verificationMessages.infected
    case 'closed':
      return verificationMessages.readOnly
    case 'not-scanned':
      return verificationMessages.notScanned
    case 'failed':
      return verificationMessages.uploadFailed
  }
}
