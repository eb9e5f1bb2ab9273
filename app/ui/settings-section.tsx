import type { ReactNode } from 'react'
import './settings-section.css'

interface SettingsSectionProps {
  /** The id of its heading, also its fragment. */
  id: string
  title: string
  /** What it is for, in a line or two. */
  lead?: ReactNode
  children: ReactNode
}

/** A section of a settings page: its title and lead, and its content. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section className="settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead && <p className="muted">{lead}</p>}
      </div>
      <div className="settings-body">{children}</div>
    </section>
  )
}
