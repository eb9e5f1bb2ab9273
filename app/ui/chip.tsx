import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

/** Something chosen, as a link that takes it away again. */
export function RemovableChip({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="chip" to={to} preventScrollReset>
      <span>{children}</span>
      <Icon of={X} />
      <span className="sr-only">, remove</span>
    </Link>
  )
}
