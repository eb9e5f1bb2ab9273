import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

/** An active choice as a link that removes it. */
export function RemovableFilterChip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="chip" to={to} preventScrollReset>
      <span>{children}</span>
      <Icon of={X} />
      <span className="sr-only">, remove</span>
    </Link>
  )
}
