import { badgeKitFileContentTypes, parseBadgeKitFileName } from '#app/features/credentials/kit/model.ts'
import { makeOwnBadgeKitFile } from '#app/features/credentials/kit/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/badge-file.ts'

/** A file of the owner's badge kit, shown in the browser so that they see it before they print or send it. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const name = parseBadgeKitFileName(params.file)
  const made = name ? await makeOwnBadgeKitFile(context.get(platformContext), actor, name) : null
  if (!name || made?.outcome === 'missing' || !made) return refuse('Not found', 404)
  if (made.outcome === 'limited') {
    return refuse('Too many files at once. Try again later.', 429, { 'Retry-After': String(made.minutes * 60) })
  }
  return new Response(made.bytes, {
    headers: {
      'Content-Type': badgeKitFileContentTypes[name],
      'Content-Length': String(made.bytes.length),
      // A browser shows the pictures and pages, so that owners see them before they print or send them.
      'Content-Disposition': `${name === 'credential.jwt' ? 'attachment' : 'inline'}; filename="muster-${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

function refuse(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { ...headers, 'Cache-Control': 'private, no-store' } })
}
