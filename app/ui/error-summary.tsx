import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface ErrorSummaryProps {
  title?: string
  /** What is wrong, in the order of the form; `field` is the id of the control to mend. */
  errors: { field?: string | undefined; message: string }[]
  /** Changes with each try, so that the summary takes focus anew. */
  attempt: unknown
  /** What is said before them. */
  children?: ReactNode
}

/** What is wrong with a form, above it: takes focus, and leads to each field. */
export function ErrorSummary({ title = 'There is a problem', errors, attempt, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const shown = errors.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same errors after another try are news.
  useEffect(() => {
    if (!shown) return
    summary.current?.focus()
    const before = document.title
    document.title = before.startsWith('Error: ') ? before : `Error: ${before}`
    return () => {
      document.title = before.replace(/^Error: /, '')
    }
  }, [shown, attempt])

  if (!shown) return null
  return (
    <div ref={summary} className="summary" role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>
        <Icon of={CircleAlert} />
        {title}
      </h2>
      {children}
      <ul>
        {errors.map(({ field, message }) => (
          <li key={`${field}:${message}`}>{field ? <FieldLink id={field}>{message}</FieldLink> : message}</li>
        ))}
      </ul>
    </div>
  )
}

/** Leads to a control. With a script the address stays: the router knows of no change of it that it did not make itself. */
function FieldLink({ id, children }: { id: string; children: string }) {
  const lead = (event: MouseEvent) => {
    const control = document.getElementById(id)
    if (!control) return
    event.preventDefault()
    control.focus()
  }
  return (
    <a href={`#${id}`} onClick={lead}>
      {children}
    </a>
  )
}
