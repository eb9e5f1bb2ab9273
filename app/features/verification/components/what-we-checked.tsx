import { Badge } from '#app/ui/badge.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { Link } from '#app/ui/link.tsx'
import { howWeVerifyPath } from '../claim-rules.ts'
import type { BusinessChecksPanelTexts } from '../facts/model.ts'

/** What was checked of a business, what its owner states, and what was not checked. The server words it all. */
export function WhatWeCheckedPanel({ title, rows, notChecked }: BusinessChecksPanelTexts) {
  return (
    <section className="card" aria-labelledby="checked">
      <h2 id="checked">{title}</h2>
      <NameValueList
        facts={rows.map(({ label, text, registerUrl, note, isConfirmed }) => [
          label,
          <div key={label} className="prose-lines">
            {registerUrl ? (
              <a href={registerUrl} rel="noopener noreferrer">
                {text}
                <span className="sr-only"> in the register</span>
              </a>
            ) : (
              text
            )}
            {note && (
              <p className="hint">
                {isConfirmed && <Badge verified>Confirmed</Badge>} {note}
              </p>
            )}
          </div>,
        ])}
      />
      <p className="hint mt-3">
        {notChecked} <Link to={howWeVerifyPath}>What our checks mean</Link>
      </p>
    </section>
  )
}
