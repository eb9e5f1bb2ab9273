import { BadgeCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface BadgeProps {
  children: ReactNode
  /** Green, with the check mark that is only for verification. */
  verified?: boolean
  /** Amber for pending, red for an error; the text must say it too. */
  tone?: 'waiting' | 'bad'
  icon?: LucideIcon
}

const classes = { waiting: 'badge badge-amber', bad: 'badge badge-red' } as const

/** A short label. */
export function Badge({ children, verified = false, tone, icon }: BadgeProps) {
  const sign = verified ? BadgeCheck : icon
  return (
    <span className={verified ? 'badge badge-green' : tone ? classes[tone] : 'badge'}>
      {sign && <Icon of={sign} />}
      {children}
    </span>
  )
}
