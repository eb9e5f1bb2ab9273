import { href, redirect } from 'react-router'
import {
  businessVisibilityNotChangedToastForAdmins,
  businessVisibilityToastsForAdmins,
} from '#app/features/businesses/model.ts'
import { setVisibilityAsAdmin } from '#app/features/businesses/service.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { defineVisibilityForm, handleVisibilityForm } from '../visibility.actions.server.ts'
import type { Route } from './+types/business-visibility.ts'
import { requireAdminForPage } from './staff-access.server.ts'

const list = `${href('/admin')}?tab=businesses`

/** Shows or hides any business, for admins. */
const visibilityForm = defineVisibilityForm({
  change: (platform, actor, isActive, form) =>
    setVisibilityAsAdmin(platform, actor, String(form.get('businessId')), isActive),
  message: (status) => businessVisibilityToastsForAdmins[status],
  failed: businessVisibilityNotChangedToastForAdmins,
  page: (form) => {
    const page = sameOriginPath(form.get('page'))
    return page.startsWith('/admin?') ? page : list
  },
})

export async function action({ request, context }: Route.ActionArgs) {
  return handleVisibilityForm(visibilityForm, request, context, await requireAdminForPage(request, context))
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(list)
}
