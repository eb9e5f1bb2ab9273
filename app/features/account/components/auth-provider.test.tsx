import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { SignedInMember } from '../model.ts'
import { AuthProvider, isSessionLoading, type UseAuthResult, useAuth } from './auth-provider.tsx'

const jo: SignedInMember = {
  userId: '8f0f8a3e-0000-4000-8000-000000000001',
  sessionId: '8f0f8a3e-0000-4000-8000-000000000002',
  email: 'jo@sample.example',
  name: 'Jo Sample',
  avatar: null,
  isAdmin: false,
  isStaff: false,
}

const given: { auth?: UseAuthResult } = {}

function Reader() {
  given.auth = useAuth()
  return null
}

/** What `useAuth` gives on the server. */
function renderAuth(member: SignedInMember | null): UseAuthResult {
  const element = (
    <AuthProvider member={member} loaded={{}}>
      <Reader />
    </AuthProvider>
  )
  const router = createMemoryRouter([{ path: '/', element }])
  renderToString(<RouterProvider router={router} />)
  if (!given.auth) throw new Error('nothing was rendered')
  return given.auth
}

describe('useAuth', () => {
  // spec: 207.4
  test('throws outside its provider', () => {
    expect(() => renderToString(<Reader />)).toThrow('useAuth needs an AuthProvider around it')
  })

  // spec: 99.2
  test('gives user, session, loading, signUp, signIn and signOut', () => {
    const auth = renderAuth(jo)
    expect(Object.keys(auth).sort()).toEqual(['loading', 'session', 'signIn', 'signOut', 'signUp', 'user'])
    expect(auth.user).toEqual(jo)
    expect(auth.session).toEqual({ id: jo.sessionId, user: jo })
  })

  test('knows of nobody where nobody is signed in', () => {
    expect(renderAuth(null)).toMatchObject({ user: null, session: null })
  })

  // spec: 105.1
  test('is loading until the script is there', () => {
    expect(renderAuth(jo).loading).toBe(true)
  })
})

describe('isSessionLoading', () => {
  const idle = { state: 'idle', formAction: undefined } as const
  // spec: 105.1
  test.each([
    ['before the script has taken over', false, 'idle', idle, true],
    ['once it has', true, 'idle', idle, false],
    ['while the session is fetched again', true, 'loading', idle, true],
    ['while somebody signs in', true, 'idle', { state: 'submitting', formAction: '/auth' }, true],
    ['while somebody registers', true, 'idle', { state: 'submitting', formAction: '/auth?tab=register' }, true],
    ['while somebody signs out', true, 'idle', { state: 'loading', formAction: '/sign-out' }, true],
    ['while another form is sent', true, 'idle', { state: 'submitting', formAction: '/profile' }, false],
    ['while a page is opened', true, 'idle', { state: 'loading', formAction: undefined }, false],
  ] as const)('%s', (_, hydrated, revalidation, navigation, loading) => {
    expect(isSessionLoading(hydrated, revalidation, navigation)).toBe(loading)
  })
})
