import { href, redirect } from 'react-router'
import { z } from 'zod'
import { directoryMapNotChangedTitle } from '#app/features/directory/model.ts'
import { parseCookieChoice, serializeSettingCookie } from '#app/lib/cookies.server.ts'
import { sameOriginPath } from '#app/lib/links.ts'
import { failureToast } from '#app/lib/toast-message.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import type { Route } from './+types/map-view.ts'

const mapForm = defineForm({
  name: 'map-view',
  schema: z.object({ map: z.enum(['open', 'closed']), page: z.string().optional() }),
  failed: failureToast(directoryMapNotChangedTitle),
  page: () => href('/directory'),
  handle: async ({ request }: { platform: Platform; request: Request }, { map, page }) => {
    const cookie = await serializeSettingCookie('directoryMap', map === 'open' ? 'open' : null, {
      remembered: (await parseCookieChoice(request.headers.get('Cookie'))).settings,
      secure: new URL(request.url).protocol === 'https:',
    })
    const path = sameOriginPath(page)
    return redirect(path.startsWith(href('/directory')) ? path : href('/directory'), {
      headers: { 'Set-Cookie': cookie },
    })
  },
})

/** Opens or folds the map, and goes back to the search. */
export async function action({ request, context }: Route.ActionArgs) {
  return mapForm.handle({ platform: context.get(platformContext), request }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, { title: directoryMapNotChangedTitle })

export function loader() {
  return redirect(href('/directory'))
}
