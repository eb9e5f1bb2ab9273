import { href, redirect } from 'react-router'
import type { DirectoryPlatform } from '#app/features/directory/search/terms-service.server.ts'
import { shortlistChangeSchema } from '#app/features/shortlist/form-schema.ts'
import { shortlistNotChangedTitle, shortlistToasts } from '#app/features/shortlist/model.ts'
import { parseShortlistSlugs } from '#app/features/shortlist/rules.ts'
import {
  changeShortlist,
  getShortlistedBusinessSlugs,
  type ShortlistChangeResult,
  type ShortlistOwner,
} from '#app/features/shortlist/service.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { serializeShortlistCookies } from '#app/lib/shortlist-cookie.server.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/shortlist-change.ts'
import { shortlistOwnerOfRequest } from './shortlist-owner.server.ts'

interface Sent {
  platform: Platform
  owner: ShortlistOwner
}

const shortlistForm = defineForm({
  name: 'shortlist',
  schema: shortlistChangeSchema,
  failed: failureToast(shortlistNotChangedTitle, 'Your shortlist was not changed. Try again in a moment.'),
  page: (_: Sent, form) => pageOf(form),
  handle: async ({ platform, owner }: Sent, { intent, slugs }, _refuse, form) => {
    const change = await changeShortlist(platform, owner, intent, parseShortlistSlugs(slugs))
    return redirectWithFlash(pageOf(form), toastOf(change), await cookiesOf(platform, owner, change))
  },
})

async function cookiesOf(
  platform: DirectoryPlatform & Pick<Platform, 'publicUrl' | 'secret'>,
  owner: ShortlistOwner,
  { cookieIds: ids }: ShortlistChangeResult,
) {
  if (owner.cookieIds.length === 0 && ids.length === 0) return []
  const slugs = await getShortlistedBusinessSlugs(platform, { actor: null, cookieIds: ids })
  return serializeShortlistCookies(
    { ids, slugs },
    { secrets: platform.secret.all, secure: platform.publicUrl.startsWith('https:') },
  )
}

function toastOf({ outcome, added }: ShortlistChangeResult): ToastMessage {
  switch (outcome) {
    case 'added':
      return shortlistToasts.added(added)
    case 'removed':
      return shortlistToasts.removed
    case 'cleared':
      return shortlistToasts.cleared
    case 'full':
      return shortlistToasts.full
    case 'gone':
      return shortlistToasts.gone
  }
}

/** Changes the shortlist, and returns to the page that asked for it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  const owner = await shortlistOwnerOfRequest(request, context)
  return shortlistForm.handle({ platform: context.get(platformContext), owner }, form)
}

/** The change that was asked for last. */
let last: Promise<unknown> = Promise.resolve()

/** Sends one change after the other: the cookie of each answer is what the next one starts from. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const change = last.then(serverAction, serverAction)
  last = change
  return clientActionPreservingInput({ request, serverAction: () => change }, { title: shortlistNotChangedTitle })
}

export function loader() {
  return redirect(href('/shortlist'))
}

function pageOf(form: FormData): string {
  const page = sameOriginPath(form.get('page'))
  return page === '/' ? href('/shortlist') : page
}
