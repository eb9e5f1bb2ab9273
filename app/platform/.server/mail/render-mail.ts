import type { ReactElement } from 'react'

/** An email as its template returns it. */
export interface MailContent {
  subject: string
  body: ReactElement
}

/** Renders an email as HTML and as plain text. */
export async function renderMail({ subject, body }: MailContent): Promise<{
  subject: string
  html: string
  text: string
}> {
  const { render, toPlainText } = await import('@react-email/render')
  const html = await render(body)
  const text = toPlainText(html, {
    wordwrap: 76,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // A link whose text is its URL appears once.
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    ],
  })
  return { subject, html, text }
}
