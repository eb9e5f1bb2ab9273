import type { ReactNode } from 'react'
import './settings-section.css'

interface SettingsSectionProps {
  /** Id of its heading, and its address within the page. */
  id: string
  title: string
  /** What it is for, in a line or two. */
  lead?: ReactNode
  children: ReactNode
}

/** One subject of a settings page: what it is at the left, what can be done at the right. */
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
