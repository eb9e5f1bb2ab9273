import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { appearances } from '#app/lib/appearance.ts'
import { parseCookieChoice, setAppearance } from '#app/lib/cookies.server.ts'
import { ownPath } from '#app/lib/links.ts'
import { failure } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { defineForm, readForm } from '../define-form.server.ts'
import type { Route } from './+types/appearance.ts'

const notSaved = failure('Appearance not saved')

const appearanceForm = defineForm({
  name: 'appearance',
  schema: z.object({ appearance: z.enum(appearances), returnTo: z.string().optional() }),
  failed: notSaved,
  page: () => href('/'),
  handle: async ({ request }: { platform: Platform; request: Request }, { appearance, returnTo }) => {
    const headers = {
      'Set-Cookie': await setAppearance(appearance, {
        remembered: (await parseCookieChoice(request.headers.get('Cookie'))).settings,
        secure: new URL(request.url).protocol === 'https:',
      }),
    }
    // A script that names no page stays where it is.
    const stays = returnTo === undefined && new URL(request.url).pathname.endsWith('.data')
    return stays ? data(undefined, { headers }) : redirect(ownPath(returnTo), { headers })
  },
})

/** Saves the choice of light or dark in a cookie, and goes back to the page that the form names. */
export async function action({ request, context }: Route.ActionArgs) {
  return appearanceForm.handle({ platform: context.get(platformContext), request }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, notSaved)

export function loader() {
  return redirect(href('/'))
}
