import { documentOpeningModeOfRequest, isPrefetchRequest } from '#app/features/verification/documents/opening-rules.ts'
import { recordDocumentSentToReviewer } from '#app/features/verification/documents/opening-service.server.ts'
import { readVerificationDocument } from '#app/features/verification/documents/service.server.ts'
import { isFileTypeShownByBrowsers, verificationDocumentFileTypes } from '#app/features/verification/rules.ts'
import { afterResponseSentContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { untrustedFrameHeaders } from '../sandbox.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/verification-document.ts'

/**
 * Serves a document of a verification with its detected type; types that a browser cannot display are downloaded. That a reviewer
 * has opened it is written down once all of it has left. Browsers get none in advance: they would show it without asking again.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  if (isPrefetchRequest(request.headers)) {
    return new Response('Not in advance', { status: 503, headers: { 'Cache-Control': 'private, no-store' } })
  }
  const document = await readVerificationDocument(platform, actor, params.id)
  if (!document) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'private, no-store' } })
  const { bytes, type, name } = document
  const opening = documentOpeningModeOfRequest(request)
  if (opening)
    context.get(afterResponseSentContext).push(() => recordDocumentSentToReviewer(platform, actor, params.id, opening))
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...untrustedFrameHeaders(["img-src 'self'"]),
      'Content-Type': verificationDocumentFileTypes[type],
      'Content-Length': String(bytes.length),
      'Content-Disposition': `${isFileTypeShownByBrowsers(type) ? 'inline' : 'attachment'}; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
