import { redirect } from 'react-router'
import { type StripeSyncOutcome, stripeSyncFailed, stripeSyncMessage } from '#app/features/shop/stripe-sync-schema.ts'
import { syncWithStripe } from '#app/features/shop/stripe-sync-service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { requireAdmin } from '../admin/staff-access.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { logRefusal } from '../session-middleware.server.ts'
import type { Route } from './+types/sync-stripe-products.ts'

const page = '/shop'

/** Makes our products known to the card payment provider; answers a form with the page it came from, all others in JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  if (isForm(request)) {
    await requireAdmin(request, context)
    return redirectWithFlash(page, stripeSyncMessage(await sync(context)))
  }
  const actor = await context.get(actorContext)()
  if (!actor) return answer(401, { error: 'Please sign in.' })
  if (actor.role !== 'Admin') {
    logRefusal(context, actor)
    return answer(403, { error: 'Only admins may do this.' })
  }
  const outcome = await sync(context)
  return answer('error' in outcome ? 502 : 200, outcome)
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(page)
}

async function sync(context: Route.ActionArgs['context']): Promise<StripeSyncOutcome> {
  const platform = context.get(platformContext)
  try {
    return await syncWithStripe(platform, await context.get(actorContext)())
  } catch (error) {
    platform.log.error(
      { requestId: context.get(requestContext).id, error },
      'the products could not be synced with the card payment provider',
    )
    return { error: stripeSyncFailed }
  }
}

function isForm(request: Request): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('Content-Type') ?? '')
}

function answer(status: number, body: StripeSyncOutcome): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
