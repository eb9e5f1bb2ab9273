import { describeOpenApi } from '#app/features/directory/api.server.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/openapi.ts'

export function loader({ context }: Route.LoaderArgs) {
  return Response.json(describeOpenApi(context.get(requestContext).publicUrl), {
    headers: { 'Cache-Control': 'public, max-age=3600' },
  })
}
