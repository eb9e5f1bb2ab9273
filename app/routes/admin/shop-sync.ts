import { redirect } from 'react-router'
import { askForSync } from '#app/features/shop/order-administration-service.server.ts'
import { administeredOrdersPath, syncMessages } from '#app/features/shop/order-view-rules.ts'
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
