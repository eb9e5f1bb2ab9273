import { presentBusiness } from '#app/features/directory/api.server.ts'
import { getPublicBusiness } from '#app/features/directory/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/business.ts'
import { respondApi } from './respond.server.ts'

export function loader({ request, params, context }: Route.LoaderArgs) {
  return respondApi(request, context, async () => {
    const row = await getPublicBusiness(context.get(platformContext), params.slug)
    if (!row) return { problem: { title: 'Not found', status: 404, detail: 'No listed business has this slug.' } }
    return { body: presentBusiness(row, context.get(requestContext).publicUrl) }
  })
}
