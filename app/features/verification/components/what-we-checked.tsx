import type { ReactNode } from 'react'
import { formatLongDate, formatMonth } from '#app/lib/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { FactList } from '#app/ui/fact-list.tsx'
import { Link } from '#app/ui/link.tsx'
import { howWeVerifyPath } from '../claim-rules.ts'
import type { Checks, PublicFact, Relationship } from '../facts/schema.ts'

/** What was checked of a business: what, when, how and until when; what its owner states; and what was not checked. */
export function WhatWeChecked({ checks: { relationship, facts } }: { checks: Checks }) {
  if (!relationship && facts.length === 0) return null
  return (
    <section className="card what-we-checked" aria-labelledby="checked">
      <h2 id="checked">{relationship ? 'What we checked' : 'Facts about the business'}</h2>
      {relationship && <FactList facts={factsOf(relationship)} />}
      {facts.length > 0 && (
        <>
          {relationship && <h3 className="label mt-5">About the business</h3>}
          <FactList facts={facts.map((fact) => [fact.label, <FactValue key={fact.fact} {...fact} />])} />
        </>
      )}
      <p className="hint mt-3">
        Not checked: the quality of the work, prices, and whatever is not shown as confirmed.{' '}
        <Link to={howWeVerifyPath}>What our checks mean</Link>
      </p>
    </section>
  )
}

function factsOf({ claim, checkedAt, endsAt }: Relationship): [string, ReactNode][] {
  return [
    ['Relationship', claim],
    ['Checked', checkedAt ? formatMonth(checkedAt) : 'Before dates were recorded'],
    ['How', 'A person read documents that show it. The owner confirms it again before it ends.'],
    ['Valid until', `${formatLongDate(endsAt)}, unless it is confirmed again before`],
  ]
}

function FactValue({ text, registerUrl, confirmed }: PublicFact) {
  return (
    <>
      <div className="prose-lines">
        {registerUrl ? (
          <a href={registerUrl} rel="noopener noreferrer">
            {text}
            <span className="sr-only"> in the public register</span>
          </a>
        ) : (
          text
        )}
      </div>
      {confirmed ? (
        <p className="hint">
          <Badge verified>Confirmed</Badge> {confirmed.how} on {formatLongDate(confirmed.at)}, until{' '}
          {formatLongDate(confirmed.until)}
        </p>
      ) : (
        <p className="hint">Stated by the owner</p>
      )}
    </>
  )
}
