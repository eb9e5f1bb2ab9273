import { type ReactNode, useEffect, useRef, useState } from 'react'
import './contact.css'

interface EnquirySectionProps {
  /** Id of its heading. */
  id: string
  title: string
  lead?: string
  /** When the form was sent, if that is why the page was loaded. */
  sentAt: number | null
  /** Renders the form, which starts anew with another key. */
  children: (key: number) => ReactNode
}

/** A form under its heading. After sending it is empty again. */
export function ContactFormSection({ id, title, lead, sentAt, children }: EnquirySectionProps) {
  // Kept when the page is loaded again for another reason, so that what is being typed stays.
  const [key, setKey] = useState(sentAt ?? 0)
  if (sentAt !== null && sentAt !== key) setKey(sentAt)
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
