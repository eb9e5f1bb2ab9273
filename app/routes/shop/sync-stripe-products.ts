import { href, redirect } from 'react-router'
import { canSyncProducts } from '#app/features/shop/policy.server.ts'
import {
  type StripeSyncOutcome,
  stripeSyncFailedMessage,
  stripeSyncToast,
} from '#app/features/shop/stripe-sync/model.ts'
import { syncProductsWithStripe } from '#app/features/shop/stripe-sync/service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { requireAdminForPage } from '../admin/staff-access.server.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { logForbiddenRequest } from '../session-middleware.server.ts'
import type { Route } from './+types/sync-stripe-products.ts'

const page = href('/shop')

const syncForm = defineForm({
  name: 'sync-stripe',
  failed: stripeSyncToast({ error: stripeSyncFailedMessage }),
  page: () => page,
  handle: async ({ platform, actor }: { platform: Platform; actor: Actor; request: Request }) =>
    redirectWithFlash(page, stripeSyncToast(await syncProductsWithStripe(platform, actor))),
})

/** Syncs our products to the card payment provider. Responds to a form with a redirect, and to anything else with JSON. */
export async function action({ request, context }: Route.ActionArgs) {
  if (isForm(request)) {
    const actor = await requireAdminForPage(request, context)
    return syncForm.handle({ platform: context.get(platformContext), actor, request }, await readFormData(request))
  }
  const actor = await context.get(actorContext)()
  if (!actor) return answer(401, { error: 'Log in first.' })
  if (!canSyncProducts(actor)) {
    logForbiddenRequest(context, actor)
    return answer(403, { error: 'Only admins may do this.' })
  }
  const outcome = await sync(context)
  return answer('error' in outcome ? 502 : 200, outcome)
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(page)
}

async function sync(context: Route.ActionArgs['context']): Promise<StripeSyncOutcome> {
  const platform = context.get(platformContext)
  try {
    return await syncProductsWithStripe(platform, await context.get(actorContext)())
  } catch (error) {
    platform.log.error(
      { requestId: context.get(requestContext).id, error },
      'the products could not be synced with the card payment provider',
    )
    return { error: stripeSyncFailedMessage }
  }
}

function isForm(request: Request): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('Content-Type') ?? '')
}

function answer(status: number, body: StripeSyncOutcome): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
