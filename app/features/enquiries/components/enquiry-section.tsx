import { type ReactNode, useEffect, useRef } from 'react'
import { useSubmissionKey } from './use-submission-key.ts'
import './enquiries.css'

interface EnquirySectionProps {
  /** Id of its heading. */
  id: string
  title: string
  lead?: string
  /** The idempotency key from the loader. */
  submission: string
  /** Whether the form was just sent. */
  wasSent: boolean
  /** Renders the form, which is remounted with each key. */
  children: (submission: string) => ReactNode
}

/** A form under its heading. After sending it is empty again. */
export function EnquirySection({ id, title, lead, submission, wasSent, children }: EnquirySectionProps) {
  const key = useSubmissionKey(submission, wasSent)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    heading.current?.focus()
  }, [key])
  return (
    <section aria-labelledby={id} className="enquiry">
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="lead">{lead}</p>}
      {children(key)}
    </section>
  )
}
