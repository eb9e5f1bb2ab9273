import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A few lines worth noticing: `waiting` in amber for what asks for attention, `bad` for what went wrong. */
export function Notice({ tone, children }: { tone: 'waiting' | 'bad'; children: ReactNode }) {
  return (
    <div
      className={tone === 'bad' ? 'notice notice-bad' : 'notice notice-amber'}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon of={tone === 'bad' ? CircleAlert : Info} />
      <div>{children}</div>
    </div>
  )
}
