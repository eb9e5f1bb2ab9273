import type { ReactNode } from 'react'
import { createContext, useContext, useMemo } from 'react'
import { href, type Navigation, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { SignedInMember } from '../schema.ts'
import { useOtherTabs } from './use-other-tabs.ts'

/** Who is signed in, and how that changes. */
export interface Auth {
  user: SignedInMember | null
  /** The sign-in itself; the cookie that stands for it is out of reach of every script. */
  session: { id: string; user: SignedInMember } | null
  /** True until the page's script has taken over, and while the session is being fetched again. */
  loading: boolean
  /** Sends the form of /auth that registers. */
  signUp: (form: FormData) => Promise<void>
  /** Sends the form of /auth that signs in. */
  signIn: (form: FormData) => Promise<void>
  signOut: () => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

/** Addresses whose forms change who is signed in. */
const changing = ['/auth', '/sign-out']

/** Whether who is signed in is being found out: nothing is certain before the script is there, nor while it asks. */
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
  /** Another object each time the session was fetched. */
  loaded: object
  children: ReactNode
}

/** Gives everything inside it `useAuth()`, and keeps in step with the other tabs of the browser. */
export function AuthProvider({ member, loaded, children }: AuthProviderProps) {
  const submit = useSubmit()
  const loading = isSessionLoading(useHydrated(), useRevalidator().state, useNavigation())
  useOtherTabs(member?.userId ?? null, loaded)
  const auth = useMemo(
    (): Auth => ({
      user: member,
      session: member && { id: member.sessionId, user: member },
      loading,
      signUp: (form) => submit(named('register', form), { method: 'post', action: `${href('/auth')}?tab=register` }),
      signIn: (form) => submit(named('login', form), { method: 'post', action: href('/auth') }),
      signOut: () => submit(null, { method: 'post', action: href('/sign-out') }),
    }),
    [member, loading, submit],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The form of /auth that is meant: it has several. */
function named(name: 'login' | 'register', form: FormData): FormData {
  const copy = new FormData()
  for (const [field, value] of form) copy.append(field, value)
  copy.set('form', name)
  return copy
}

/** Who is signed in, wherever a component needs to know. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider around it')
  return auth
}
