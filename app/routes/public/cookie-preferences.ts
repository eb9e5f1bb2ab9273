import { data, redirect } from 'react-router'
import { optionalUses, setCookieChoice } from '#app/lib/cookie-choice.ts'
import { readSetting, setSetting, settingNames } from '#app/lib/settings.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/cookie-preferences.ts'

/** Saves what a visitor agrees to: what is ticked, all of it, or nothing but the essential. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  const choice = form.get('choice')
  if (choice !== 'save' && choice !== 'all' && choice !== 'none') throw data(null, { status: 400 })
  const agreed = optionalUses.filter((use) => choice === 'all' || (choice === 'save' && form.has(use)))
  const consent = { settings: agreed.includes('settings'), others: agreed.includes('others') }
  const secure = new URL(request.url).protocol === 'https:'
  const cookies = [setCookieChoice(consent, secure)]
  for (const name of settingNames) {
    const value = readSetting(request.headers.get('Cookie'), name)
    // What is kept already is kept from now on for as long as this choice allows.
    if (value !== null) cookies.push(setSetting(name, value, { remembered: consent.settings, secure }))
  }
  return redirectWithFlash('/cookie-policy', { title: 'Cookie preferences saved' }, cookies)
}

export function loader() {
  return redirect('/cookie-policy')
}
