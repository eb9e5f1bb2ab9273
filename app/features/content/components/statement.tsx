import type { StatementContent } from '../schema.ts'
import './about.css'

/** A heading with paragraphs beside it, the first one large. */
export function ContentStatementSection({ id, statement }: { id: string; statement: StatementContent }) {
  return (
    <div className="wrap statement">
      <h2 id={id}>{statement.title}</h2>
      <div>
        {statement.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </div>
  )
}
