import { redirect } from 'react-router'
import { administeredOrdersPath } from '#app/features/orders/view-rules.ts'
import { syncMessages } from '#app/features/shop/sync-schema.ts'
import { askForSync } from '#app/features/shop/sync-service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/shop-sync.ts'
import { requireAdmin } from './staff-access.server.ts'

/** Whoever comes here otherwise is led to where the button is. */
export function loader() {
  return redirect(administeredOrdersPath)
}

/** Has the products read from the provider now. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const result = await askForSync(context.get(platformContext), actor)
  return redirectWithFlash(administeredOrdersPath, syncMessages[result])
}
