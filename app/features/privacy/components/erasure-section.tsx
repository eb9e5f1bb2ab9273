import type { ReactNode } from 'react'
import { SettingsSection } from '#app/ui/settings-section.tsx'

interface ErasureSectionProps {
  /** What will be deleted, as texts. */
  losses: string[]
  /** Whether it is open, for example after a wrong password. */
  open: boolean
  /** The form that asks for the password and deletes the account. */
  children: ReactNode
}

/** Deletes the account, after saying what will be deleted. */
export function AccountErasureSection({ losses, open, children }: ErasureSectionProps) {
  return (
    <SettingsSection id="erasure" title="Delete my account" lead="This happens straight away and cannot be undone.">
      <details className="disclosure" open={open}>
        <summary>Delete my account</summary>
        <p>This is deleted:</p>
        <ul className="erasure-list">
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        {children}
      </details>
    </SettingsSection>
  )
}
