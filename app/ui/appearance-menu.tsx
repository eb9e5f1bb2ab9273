import { Check, Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import type { FormEvent } from 'react'
import { href, useFetcher, useLocation } from 'react-router'
import { type PageAppearance, pageAppearances } from '#app/lib/appearance.ts'
import { Icon } from './icon.tsx'
import { HeaderMenu } from './menu.tsx'
import { closeHeaderMenus } from './menus.ts'

const looks = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
} as const

/** The choice of light, dark or system: a form to /appearance, applied at once with JavaScript. */
export function AppearanceMenu({ appearance }: { appearance: PageAppearance }) {
  const fetcher = useFetcher()
  const location = useLocation()
  const current = pageAppearances.find((value) => value === fetcher.formData?.get('appearance')) ?? appearance

  function apply(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    const chosen = pageAppearances.find((value) => submitter instanceof HTMLButtonElement && value === submitter.value)
    if (!chosen) return
    event.preventDefault()
    const root = document.documentElement
    if (chosen === 'system') root.removeAttribute('data-theme')
    else root.dataset.theme = chosen
    const data = new FormData(event.currentTarget)
    data.set('appearance', chosen)
    // Without `returnTo` there is no redirect, which would close what was opened in the meantime.
    data.delete('returnTo')
    fetcher.submit(data, { method: 'post', action: href('/appearance'), preventScrollReset: true })
    closeHeaderMenus()
  }

  return (
    <HeaderMenu
      className="appearance"
      atEnd
      word={
        <>
          <Icon of={SunMoon} />
          <span className="sr-only">Appearance</span>
        </>
      }
    >
      <form method="post" action={href('/appearance')} onSubmit={apply}>
        <input type="hidden" name="returnTo" value={location.pathname + location.search} />
        {pageAppearances.map((value) => (
          <button key={value} type="submit" name="appearance" value={value} aria-pressed={value === current}>
            <Icon of={looks[value].icon} size="small" />
            {looks[value].label}
            <span className="tick">
              <Icon of={Check} size="small" />
            </span>
          </button>
        ))}
      </form>
    </HeaderMenu>
  )
}
