import type { LucideIcon } from 'lucide-react'

const sizes = {
  small: { className: 'icon icon-s', stroke: 2 },
  medium: { className: 'icon', stroke: 1.75 },
  large: { className: 'icon icon-l', stroke: 1.5 },
} as const

/** An icon beside text, never instead of it: it is hidden from screen readers. */
export function Icon({ of: Drawing, size = 'medium' }: { of: LucideIcon; size?: keyof typeof sizes }) {
  const { className, stroke } = sizes[size]
  return <Drawing className={className} strokeWidth={stroke} aria-hidden="true" focusable="false" />
}
