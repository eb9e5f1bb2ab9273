import { isFetchedInAdvance, openingOf } from '#app/features/verification/documents/opening-rules.ts'
import { recordSent } from '#app/features/verification/documents/opening-service.server.ts'
import { readDocument } from '#app/features/verification/documents/service.server.ts'
import { documentTypes, isShownType } from '#app/features/verification/rules.ts'
import { deliveryContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import { sandboxHeaders } from '../sandbox.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/verification-document.ts'

/**
 * Serves a document of a verification with its detected type; types that a browser cannot display are downloaded. That a reviewer
 * has opened it is written down once all of it has left. Browsers get none in advance: they would show it without asking again.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const platform = context.get(platformContext)
  if (isFetchedInAdvance(request.headers)) {
    return new Response('Not in advance', { status: 503, headers: { 'Cache-Control': 'private, no-store' } })
  }
  const document = await readDocument(platform, actor, params.id)
  if (!document) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'private, no-store' } })
  const { bytes, type, name } = document
  const opening = openingOf(request)
  if (opening) context.get(deliveryContext).push(() => recordSent(platform, actor, params.id, opening))
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...sandboxHeaders(["img-src 'self'"]),
      'Content-Type': documentTypes[type],
      'Content-Length': String(bytes.length),
      'Content-Disposition': `${isShownType(type) ? 'inline' : 'attachment'}; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
