import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A short fact about something. `verified` is green with the check that belongs to verification alone. */
export function Badge({ children, verified = false }: { children: ReactNode; verified?: boolean }) {
  return (
    <span className={verified ? 'badge badge-green' : 'badge'}>
      {verified && <Icon of={BadgeCheck} />}
      {children}
    </span>
  )
}
