import { redirect } from 'react-router'
import { administeredOrdersPath } from '#app/features/orders/view-rules.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/shop-sync.ts'
import { handleSyncForm } from './admin.actions.server.ts'
import { requireAdmin } from './staff-access.server.ts'

/** Whoever comes here otherwise is led to where the button is. */
export function loader() {
  return redirect(administeredOrdersPath)
}

/** Has the products read from the provider now. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  return handleSyncForm({ platform: context.get(platformContext), actor, request }, await readForm(request))
}
