import { ArrowUpRight } from 'lucide-react'
import { Icon } from '#app/ui/icon.tsx'
import type { PartnerLink } from '../schema.ts'
import './partners.css'

/** Links to a partner's own pages, with descriptions. */
export function PartnerLinkList({ links }: { links: PartnerLink[] }) {
  return (
    <ul className="outside-links">
      {links.map(({ label, text, url }) => (
        <li key={url}>
          <a href={url} rel="noopener">
            {label}
            <Icon of={ArrowUpRight} size="small" />
          </a>
          <p>
            {text} <span>{new URL(url).hostname}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
