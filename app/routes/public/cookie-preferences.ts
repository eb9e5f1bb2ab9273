import { href, redirect } from 'react-router'
import { z } from 'zod'
import { cookieChoiceNotSavedToast, optionalCookieUses } from '#app/lib/cookie-choice.ts'
import {
  serializeCookieChoice,
  serializeRenewedSettingCookies,
  serializeVisitsUncountedCookie,
} from '#app/lib/cookies.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import type { Route } from './+types/cookie-preferences.ts'

const page = href('/cookie-policy')

const preferencesForm = defineForm({
  name: 'cookie-preferences',
  schema: z.object({ choice: z.enum(['save', 'all', 'none']) }),
  failed: cookieChoiceNotSavedToast,
  page: () => page,
  handle: async ({ request }: { platform: Platform; request: Request }, { choice }, _, form) => {
    const agreed = optionalCookieUses.filter((use) => choice === 'all' || (choice === 'save' && form.has(use)))
    const consent = {
      settings: agreed.includes('settings'),
      analytics: agreed.includes('analytics'),
      others: agreed.includes('others'),
    }
    const secure = new URL(request.url).protocol === 'https:'
    const cookies = [
      await serializeCookieChoice(consent, secure),
      serializeVisitsUncountedCookie(!consent.analytics, secure),
      // Settings that exist already last for as long as the new choice allows.
      ...(await serializeRenewedSettingCookies(request.headers.get('Cookie'), {
        remembered: consent.settings,
        secure,
      })),
    ]
    return redirectWithFlash(page, { title: 'Cookie preferences saved' }, cookies)
  },
})

/** Saves what a visitor agrees to: what is ticked, everything, or only what is essential. */
export async function action({ request, context }: Route.ActionArgs) {
  return preferencesForm.handle({ platform: context.get(platformContext), request }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, cookieChoiceNotSavedToast)

export function loader() {
  return redirect(page)
}
