import { href } from 'react-router'
export type AuthTab = 'login' | 'register' | 'forgot' | 'code'

/** Address of a tab of /auth that keeps in mind where people are to be led back to. */
export function authPath(tab: AuthTab, returnTo: string, sent?: 'confirmation' | 'reset'): string {
  const parameters = new URLSearchParams({
    ...(tab !== 'login' && { tab }),
    ...(sent && { sent }),
    ...(returnTo !== '/' && { returnTo }),
  })
  return parameters.size > 0 ? `${href('/auth')}?${parameters}` : href('/auth')
}
