import type { ReactNode } from 'react'
import { createContext, useContext, useMemo } from 'react'
import { href, type Navigation, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { SignedInMember } from '../model.ts'
import { useSessionSyncAcrossTabs } from './use-other-tabs.ts'

/** The signed-in user and the actions that change it. */
export interface UseAuthResult {
  user: SignedInMember | null
  /** The session; its cookie is not readable by scripts. */
  session: { id: string; user: SignedInMember } | null
  /** True until hydration, and while the session is being fetched. */
  loading: boolean
  /** Submits the registration form. */
  signUp: (form: FormData) => Promise<void>
  /** Submits the login form. */
  signIn: (form: FormData) => Promise<void>
  signOut: () => Promise<void>
}

const AuthContext = createContext<UseAuthResult | null>(null)

/** Paths whose forms change the signed-in user. */
const changing = ['/auth', '/sign-out']

/** Whether the session is still unknown: before hydration, and while it is being fetched. */
export function isSessionLoading(
  hydrated: boolean,
  revalidation: 'idle' | 'loading',
  navigation: Pick<Navigation, 'state' | 'formAction'>,
): boolean {
  const change = navigation.formAction?.split('?')[0] ?? ''
  return !hydrated || revalidation === 'loading' || (navigation.state !== 'idle' && changing.includes(change))
}

interface AuthProviderProps {
  member: SignedInMember | null
  /** A new object each time the session is fetched. */
  loaded: object
  children: ReactNode
}

/** Provides `useAuth()`, and follows sign-ins and sign-outs in other tabs. */
export function AuthProvider({ member, loaded, children }: AuthProviderProps) {
  const submit = useSubmit()
  const loading = isSessionLoading(useHydrated(), useRevalidator().state, useNavigation())
  useSessionSyncAcrossTabs(member?.userId ?? null, loaded)
  const auth = useMemo(
    (): UseAuthResult => ({
      user: member,
      session: member && { id: member.sessionId, user: member },
      loading,
      signUp: (form) => submit(named('register', form), { method: 'post', action: `${href('/auth')}?tab=register` }),
      signIn: (form) => submit(named('login', form), { method: 'post', action: href('/auth') }),
      // The page stays where that fails.
      signOut: () => submit(null, { method: 'post', action: href('/sign-out'), navigate: false }),
    }),
    [member, loading, submit],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Adds the name of the form, as /auth has several. */
function named(name: 'login' | 'register', form: FormData): FormData {
  const copy = new FormData()
  for (const [field, value] of form) copy.append(field, value)
  copy.set('form', name)
  return copy
}

/** Returns the signed-in user and the actions. */
export function useAuth(): UseAuthResult {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider around it')
  return auth
}
