import { toApiBusiness } from '#app/features/directory/api.server.ts'
import { getPublicBusiness } from '#app/features/directory/page-service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/business.ts'
import { respondToApiRequest } from './respond.server.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  return respondToApiRequest(request, context, async () => {
    const row = await getPublicBusiness(context.get(platformContext), params.slug)
    if (!row) return { problem: { title: 'Not found', status: 404, detail: 'No listed business has this slug.' } }
    return { body: toApiBusiness(row, context.get(requestContext).publicUrl) }
  })
}
