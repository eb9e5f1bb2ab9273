import { redirect } from 'react-router'
import { administeredOrdersPath } from '#app/features/orders/views/rules.ts'
import { productSyncToasts } from '#app/features/shop/sync/model.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/shop-sync.ts'
import { handleProductSyncForm } from './admin.actions.server.ts'
import { requireAdminForPage } from './staff-access.server.ts'

/** A GET request is redirected to the page with the button. */
export function loader() {
  return redirect(administeredOrdersPath)
}

/** Starts a sync of the products. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdminForPage(request, context)
  return handleProductSyncForm({ platform: context.get(platformContext), actor, request }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, productSyncToasts.failed)
