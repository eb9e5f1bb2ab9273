import type { ReactNode } from 'react'
import { SettingsSection } from '#app/ui/settings-section.tsx'

interface ErasureSectionProps {
  /** What goes, in plain words. */
  losses: string[]
  /** Opened, as after a password that was not right. */
  open: boolean
  /** The form that asks for the password and deletes the account. */
  children: ReactNode
}

/** Lets a member leave, and says first what goes. */
export function ErasureSection({ losses, open, children }: ErasureSectionProps) {
  return (
    <SettingsSection id="erasure" title="Delete my account" lead="At once and for good. Nobody can bring it back.">
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
