import { readOwnDataExportFile } from '#app/features/privacy/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { requireSignIn } from '../session-middleware.server.ts'
import type { Route } from './+types/data-export.ts'

/** Downloads a copy of the member's data. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireSignIn(request, context)
  const bytes = await readOwnDataExportFile(context.get(platformContext), actor, params.id)
  if (!bytes) return new Response('Not found', { status: 404, headers: { 'Cache-Control': 'private, no-store' } })
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(bytes.length),
      'Content-Disposition': 'attachment; filename="muster-data.zip"',
      'Cache-Control': 'private, no-store',
    },
  })
}
