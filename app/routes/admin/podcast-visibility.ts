import { href, redirect } from 'react-router'
import { podcastToasts, podcastVisibilityToast } from '#app/features/podcasts/model.ts'
import { setVisibilityAsAdmin } from '#app/features/podcasts/service.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { defineVisibilityForm, handleVisibilityForm } from '../visibility.actions.server.ts'
import type { Route } from './+types/podcast-visibility.ts'
import { requireAdminForPage } from './staff-access.server.ts'

/** Shows or hides any podcast, for admins. */
const visibilityForm = defineVisibilityForm({
  change: (platform, actor, isActive, form) =>
    setVisibilityAsAdmin(platform, actor, String(form.get('podcastId')), isActive),
  message: (status) => podcastVisibilityToast(status, 'any'),
  failed: podcastToasts.visibilityFailed,
  page: (form) => {
    const page = sameOriginPath(form.get('page'))
    return page.startsWith('/podcasts/') ? page : href('/podcasts')
  },
})

export async function action({ request, context }: Route.ActionArgs) {
  return handleVisibilityForm(visibilityForm, request, context, await requireAdminForPage(request, context))
}

/** Redirects to the page of the form, for instance after signing in. */
export function loader() {
  return redirect(href('/podcasts'))
}
