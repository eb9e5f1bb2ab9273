import { readDocument } from '#app/features/verification/documents/service.server.ts'
import { documentTypes } from '#app/features/verification/rules.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { sandboxHeaders } from '../sandbox.server.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/verification-document.ts'

/** Serves a document of a verification with its detected type; types that a browser cannot display are downloaded. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const document = await readDocument(context.get(platformContext), actor, params.id)
  if (!document) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'private, no-store' } })
  const { bytes, type, name } = document
  const { mediaType, isShown } = documentTypes[type]
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...sandboxHeaders(["img-src 'self'"]),
      'Content-Type': mediaType,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
