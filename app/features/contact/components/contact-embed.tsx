import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { LinkUntilHydratedThenButton } from '#app/ui/link-then-button.tsx'
import './contact.css'

interface ContactEmbedProps {
  /** The URL of the form. */
  url: string
  /** Whether the visitor has agreed to content from other sites. */
  isAgreed: boolean
}

/** An embedded form of another site. It is only loaded on request; without JavaScript it is a link. */
export function EmbeddedContactForm({ url, isAgreed }: ContactEmbedProps) {
  const [wanted, setWanted] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const { host } = new URL(url)

  useEffect(() => {
    if (wanted) frame.current?.focus()
  }, [wanted])

  if (isAgreed || wanted) {
    return (
      <iframe
        ref={frame}
        className="embedded-form"
        src={url}
        title={`Contact form from ${host}`}
        sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  }
  return (
    <div className="embedded-form">
      <p>
        This form is run by {host} and loads only when you ask for it. They receive what you type and pass it on to us.
      </p>
      <LinkUntilHydratedThenButton
        link={{ className: buttonClass(), href: url, rel: 'noopener', children: `Open the form at ${host}` }}
        button={{ className: buttonClass(), onClick: () => setWanted(true), children: `Show the form from ${host}` }}
      />
    </div>
  )
}
