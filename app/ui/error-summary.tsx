import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface ErrorSummaryProps {
  title?: string
  /** The errors in the order of the form; `field` is the id of the control. */
  errors: { field?: string | undefined; message: string }[]
  /** Changes with each attempt, so that the summary takes the focus again. */
  attempt: unknown
  /** The text before them. */
  children?: ReactNode
}

/** The errors of a form: takes the focus and links to each field. */
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

/** Moves the focus to a control. The URL stays, because the router does not notice changes by others. */
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
