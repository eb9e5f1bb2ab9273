import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

const tones = {
  good: { className: 'notice notice-green', icon: CircleCheck, role: 'status' },
  waiting: { className: 'notice notice-amber', icon: Info, role: 'status' },
  bad: { className: 'notice notice-bad', icon: CircleAlert, role: 'alert' },
} as const

/** A notice: `good` in green, `waiting` in amber for what needs attention, `bad` for an error. */
export function Notice({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { className, icon, role } = tones[tone]
  return (
    <div className={className} role={role}>
      <Icon of={icon} />
      <div>{children}</div>
    </div>
  )
}
