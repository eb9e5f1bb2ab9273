import { data, redirect } from 'react-router'
import { profilePath } from '#app/features/profile/rules.ts'
import { addDocument, mayUploadDocument } from '#app/features/verification/documents/service.server.ts'
import { readDocumentKind, stepPath } from '#app/features/verification/rules.ts'
import {
  type DocumentRefusal,
  type DocumentSource,
  documentBytes,
  documentRefusal,
  messages,
} from '#app/features/verification/schema.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { receiveFile } from '../receive-file.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/verification-documents.ts'

const pages: Record<DocumentSource, string> = {
  wizard: stepPath('documents'),
  profile: profilePath('verification'),
}

interface Answer {
  status: number
  toast: ToastMessage
  /** A retry may succeed. */
  again: boolean
}

/**
 * Stores an uploaded document: `?from=wizard` or `?from=profile` names the screen, the field `kind` the kind of document.
 * Responds to a script with JSON, and to a form with a redirect.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  const source = new URL(request.url).searchParams.get('from')
  if (source !== 'wizard' && source !== 'profile') throw data(null, { status: 400 })

  const take = async (): Promise<Answer> => {
    const minutes = await mayUploadDocument(platform, actor)
    if (minutes) return { status: 429, toast: messages.tooManyUploads(minutes), again: true }
    const received = await receiveFile(request, 'document', documentBytes)
    const name = received.outcome === 'none' ? '' : received.name
    const refuse = (reason: DocumentRefusal): Answer => ({
      status: 400,
      toast: documentRefusal(reason, name, source),
      again: false,
    })
    if (received.outcome === 'none') return refuse('type')
    if (received.outcome === 'too-large') return refuse('size')
    const kind = readDocumentKind(received.fields.get('kind'))
    if (!kind) return { status: 400, toast: messages.kindRequired, again: false }
    const result = await addDocument(platform, actor, { bytes: received.bytes, name, kind, source })
    switch (result.outcome) {
      case 'stored':
        return { status: 200, toast: messages.documentUploaded, again: false }
      case 'refused':
        return refuse(result.reason)
      case 'infected':
        return { status: 400, toast: messages.infected, again: false }
      case 'closed':
        return { status: 409, toast: messages.readOnly, again: false }
      case 'not-scanned':
        return { status: 503, toast: messages.notScanned, again: true }
      case 'failed':
        return { status: 503, toast: messages.uploadFailed, again: true }
    }
  }

  const { status, ...answer } = await take().catch((error: unknown): Answer => {
    platform.log.error({ error }, 'a document could not be taken')
    return { status: 503, toast: messages.uploadFailed, again: true }
  })
  if (request.headers.get('Accept') === 'application/json') return Response.json(answer, { status })
  return redirectWithFlash(pages[source], answer.toast)
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(pages.wizard)
}
