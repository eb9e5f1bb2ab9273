import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MusterSymbol } from '#app/ui/mark.tsx'
import { authTabPath } from './auth-path.ts'
import './auth.css'
import '#app/ui/tabs.css'

interface AuthLayoutProps {
  title: string
  /** The current tab; null for a screen that is not a tab. */
  tab: 'login' | 'register' | null
  returnTo: string
  children: ReactNode
}

const tabs = [
  { tab: 'login', label: 'Log in' },
  { tab: 'register', label: 'Register' },
] as const

/** The layout of the sign-in screens: the form, and a statement of what Muster does. */
export function AuthLayout({ title, tab, returnTo, children }: AuthLayoutProps) {
  return (
    <div className="auth">
      <div className="auth-form">
        <h1>{title}</h1>
        {tab && (
          <nav className="tabs" aria-label="Log in or register">
            {tabs.map((each) => (
              <Link
                key={each.tab}
                className="tab"
                to={authTabPath(each.tab, returnTo)}
                preventScrollReset
                {...(each.tab === tab && { 'aria-current': 'page' })}
              >
                {each.label}
              </Link>
            ))}
          </nav>
        )}
        {children}
      </div>
      <div className="auth-art navy contours contours-auth">
        <div className="auth-words">
          <p className="auth-statement">Six in every hundred small businesses in the UK are owned by a veteran.</p>
          <p className="auth-free">Verification and listing are free. No fees, no tiers.</p>
        </div>
        <div className="auth-mark">
          <MusterSymbol />
        </div>
      </div>
    </div>
  )
}
