import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { pageAppearances } from '#app/lib/appearance.ts'
import { parseCookieChoice, serializeAppearanceCookie } from '#app/lib/cookies.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { failureToast } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import type { Route } from './+types/appearance.ts'

const notSaved = failureToast('Appearance not saved')

const appearanceForm = defineForm({
  name: 'appearance',
  schema: z.object({ appearance: z.enum(pageAppearances), returnTo: z.string().optional() }),
  failed: notSaved,
  page: () => href('/'),
  handle: async ({ request }: { platform: Platform; request: Request }, { appearance, returnTo }) => {
    const headers = {
      'Set-Cookie': await serializeAppearanceCookie(appearance, {
        remembered: (await parseCookieChoice(request.headers.get('Cookie'))).settings,
        secure: new URL(request.url).protocol === 'https:',
      }),
    }
    // A script that names no page stays where it is.
    const stays = returnTo === undefined && new URL(request.url).pathname.endsWith('.data')
    return stays ? data(undefined, { headers }) : redirect(sameOriginPath(returnTo), { headers })
  },
})

/** Saves the choice of light or dark in a cookie, and goes back to the page that the form names. */
export async function action({ request, context }: Route.ActionArgs) {
  return appearanceForm.handle({ platform: context.get(platformContext), request }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, notSaved)

export function loader() {
  return redirect(href('/'))
}
