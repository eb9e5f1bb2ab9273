import { href } from 'react-router'
export type AuthTab = 'login' | 'register' | 'forgot' | 'code'

/** Path of a tab of /auth, with the page to return to. */
export function authTabPath(tab: AuthTab, returnTo: string, sent?: 'confirmation' | 'again' | 'reset'): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'login' && { tab }),
    ...(sent && { sent }),
    ...(returnTo !== '/' && { returnTo }),
  })
  return parameters.size > 0 ? `${href('/auth')}?${parameters}` : href('/auth')
}
