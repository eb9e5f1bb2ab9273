import { redirect } from 'react-router'
import { setVisibilityOf } from '#app/features/businesses/administration-service.server.ts'
import { statusMessage, statusNotUpdated } from '#app/features/businesses/schema.ts'
import { ownPath } from '#app/lib/links.ts'
import { answerVisibility } from '../visibility.actions.server.ts'
import type { Route } from './+types/business-visibility.ts'
import { requireAdmin } from './staff-access.server.ts'

const list = '/admin?tab=businesses'

/** Makes anybody's business visible or hides it. */
export async function action({ request, context }: Route.ActionArgs) {
  return answerVisibility(request, context, {
    actor: await requireAdmin(request, context),
    change: (platform, actor, isActive, form) =>
      setVisibilityOf(platform, actor, String(form.get('businessId')), isActive),
    say: statusMessage,
    failed: statusNotUpdated,
    failure: 'the visibility of a business could not be changed by an admin',
    backTo: (form) => {
      const page = ownPath(form.get('page'))
      return page.startsWith('/admin?') ? page : list
    },
  })
}

/** Whoever opens the address, as after signing in, is led to the page it belongs to. */
export function loader() {
  return redirect(list)
}
