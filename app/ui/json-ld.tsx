import { useContext } from 'react'
import { NonceContext } from '#app/lib/nonce.ts'

/** Structured data of the page. The data is escaped so that it cannot end the element. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const nonce = useContext(NonceContext)
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replace(
    /[<>&\u2028\u2029]/g,
    escapeCharacter,
  )
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a script's text is not markup, and what could be is escaped above
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
