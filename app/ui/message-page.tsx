import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { EmptyStateBars } from './ranks.tsx'

interface MessagePageProps {
  title: string
  children: ReactNode
  /** Links, the likeliest first. */
  links: { label: string; to: string }[]
}

/** A page with one message, such as 'not found'. */
export function MessagePage({ title, children, links }: MessagePageProps) {
  return (
    <div className="wrap section">
      <div className="message-art">
        <EmptyStateBars count={15} accent={7} />
      </div>
      <h1 className="mt-8">{title}</h1>
      <div className="lead mt-3">{children}</div>
      <div className="row mt-8">
        {links.map(({ label, to }, index) => (
          <LinkButton key={to} to={to} kind={index === 0 ? 'primary' : 'secondary'}>
            {label}
          </LinkButton>
        ))}
      </div>
    </div>
  )
}
