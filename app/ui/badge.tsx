import { BadgeCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface BadgeProps {
  children: ReactNode
  /** Green, with the check that belongs to verification alone. */
  verified?: boolean
  /** Amber for what waits, red for what is wrong; the words must say it too. */
  tone?: 'waiting' | 'bad'
  icon?: LucideIcon
}

const classes = { waiting: 'badge badge-amber', bad: 'badge badge-red' } as const

/** A short fact about something. */
export function Badge({ children, verified = false, tone, icon }: BadgeProps) {
  const sign = verified ? BadgeCheck : icon
  return (
    <span className={verified ? 'badge badge-green' : tone ? classes[tone] : 'badge'}>
      {sign && <Icon of={sign} />}
      {children}
    </span>
  )
}
