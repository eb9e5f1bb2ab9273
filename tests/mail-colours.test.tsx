import { expect, test } from 'vitest'
import { renderMail } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLinks } from '#app/ui/mail.tsx'
import { readColours } from '../scripts/design-tokens.ts'

const sender = { name: 'Sample', summary: 'A sample sender.', email: 'hello@example.org' }

async function renderSample() {
  const { html } = await renderMail({
    subject: 'Sample',
    body: (
      <MailLayout title="Sample" preview="A sample." reason="You're getting this email to try it." sender={sender}>
        <MailButton to="https://example.org/a">Open it</MailButton>
        <MailLinks links={[{ to: 'https://example.org/b', label: 'Another', text: 'And why.' }]} />
      </MailLayout>
    ),
  })
  const sheet = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  return { html: html.replace(sheet, ''), sheet }
}

const colours = readColours()
const coloursIn = (text: string) => new Set(text.match(/#[0-9a-f]{6}\b/g))

test('the colours of mails are those of the screens, in both themes', async () => {
  const { html, sheet } = await renderSample()
  for (const [used, ofTheme] of [
    [coloursIn(html), new Set(Object.values(colours.light))],
    [coloursIn(sheet), new Set(Object.values(colours.dark))],
  ] as const) {
    expect(used.size).toBeGreaterThan(5)
    expect([...used].filter((colour) => !ofTheme.has(colour))).toEqual([])
  }
})

test('every element with a colour of its own has another in the dark', async () => {
  const { html, sheet } = await renderSample()
  const classes = [...sheet.matchAll(/\.([a-z-]+)\{/g)].map(([, name]) => name)
  const coloured = [...html.matchAll(/<([a-z0-9]+)([^>]*#[0-9a-f]{6}[^>]*)>/g)]
  expect(coloured.length).toBeGreaterThan(10)
  const without = coloured.filter(([, , attributes]) => {
    const own = /class="([^"]*)"/.exec(attributes ?? '')?.[1]?.split(' ') ?? []
    return !own.some((name) => classes.includes(name))
  })
  // The cell inside the body repeats its colours; the sheet reaches it by its place.
  expect(without.map(([tag]) => tag)).toEqual([expect.stringMatching(/^<td style="background-color:#fbf8f1/)])
})
