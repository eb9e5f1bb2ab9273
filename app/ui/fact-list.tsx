import type { ReactNode } from 'react'

/** Names and values, one per line. */
export function NameValueList({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="fact-list">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
