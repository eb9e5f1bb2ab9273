import { globSync, readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { AccountEmailSentNotice } from '#app/features/account/components/sent-notice.tsx'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Mailer } from '#app/platform/.server/mail/mail.ts'
import { findCapturedMailsLink } from '#app/routes/dev/find-mail.server.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'

/** Words by which a message asks somebody to do something. That the same may be tried again is said by what was sent, which comes back. */
const asking =
  /\b(check|confirm (it|your)|follow|log (in|out)|register again|ask for|add your|save (it|them|your)|copy|choose|enter|look|load this page|start again|take the case|leads to|set up|open)\b/i

/** Messages that ask for something where the page says so lastingly by itself, by what is in them, and what says it there. */
const onThePage: Record<string, string> = {
  'Registration successful: Please check your email': 'AccountEmailSentNotice',
  'Confirmation email sent: Please check your email': 'AccountEmailSentNotice',
  'Check your email: If your address still has to be confirmed': 'AccountEmailSentNotice',
  // Of /auth; the one under Security stands by itself.
  'Password reset email sent': 'AccountEmailSentNotice',
  'Authentication required: Please log in': 'the notice on /auth that the answer is saved',
  'Add your own contact details first': 'the notice in that section that the listing was taken on',
  'Take the case first': 'the button for it, in the bar of the case',
  'Open every document, then approve': 'the list of the documents, which marks those that are not opened',
  'Open every document that is stored first': 'the list of the documents, which marks those that are not opened',
  'Ask for more, or record what you saw instead': 'the form of the decision',
  'Look at it as it is now': 'the case, as it is now',
  'Choose something else': 'the form of the decision',
  'Please check the form for errors': 'the summary of the errors',
  'or log in first': 'the form, with what was chosen',
  'Choose it again': 'the list of the uploads',
  'Check your device': 'the list of the uploads',
  'look at the documents again': 'the names, as they are now',
  'look at its certificate': 'the form of the decision',
  'look in the public register': 'the form of the decision',
  'Open every certificate, then confirm': 'the list of the certificates, which marks those that are not opened',
  'Check your draft': 'the summary of the errors',
  'Choose a delivery method': 'the form of the checkout',
  'Choose the file again': 'the list of the uploads',
  'Check your order again': 'the checkout, as it is now',
  'Select the link and copy it': 'the field with the link',
  'Open the list below and copy its web address': 'the link to the list',
  'You can copy it from the address bar': 'the address bar',
  'Select the codes and copy them': 'the list of the codes',
}

/** Of those that have such words, what asks for nothing. */
const asksNothing = [
  /^Member reinstated/,
  /^… – Muster|– Muster$/,
  /^Enquiries are o/,
  /^Sync failed/,
  /We have sent you a copy/,
]

/** The words of an expression, with `…` for what is only known at run time. */
function wordsOf(node: ESTree.Expression): string {
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  if (node.type === 'ConditionalExpression') return `${wordsOf(node.consequent)} / ${wordsOf(node.alternate)}`
  return '…'
}

/** The messages of a file that are told once: objects, or calls that make one, of a title and perhaps a description. */
function messagesIn(file: string): { words: string; asks: boolean }[] {
  const found: { words: string; asks: boolean }[] = []
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const fields = new Map<string, ESTree.Expression>()
      for (const each of properties) {
        if (each.type !== 'Property' || each.key.type !== 'Identifier') return
        fields.set(each.key.name, each.value as ESTree.Expression)
      }
      if (![...fields.keys()].every((name) => ['title', 'description', 'bad', 'asks'].includes(name))) return
      const texts = [fields.get('title'), fields.get('description')].filter((text) => text !== undefined)
      if (fields.has('title')) found.push({ words: texts.map(wordsOf).join(': '), asks: fields.has('asks') })
    },
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== 'Identifier' || !/^(bad|failureToast|tooLate|late)$/.test(callee.name)) return
      const texts = given.map((each) => wordsOf(each as ESTree.Expression))
      found.push({ words: texts.join(': '), asks: callee.name === 'late' })
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

// spec: world.7.2
test('a message that asks for something is not only in a toast', () => {
  const messages = globSync('{app,app/platform/.server}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|\/dev\//.test(file))
    .flatMap(messagesIn)
  expect(messages.length).toBeGreaterThan(300)
  const askingOnes = messages.filter(
    ({ words }) => asking.test(words) && !asksNothing.some((pattern) => pattern.test(words)),
  )
  const known = Object.keys(onThePage)
  const isKnown = (words: string) => known.some((part) => words.includes(part))
  expect(askingOnes.filter(({ asks, words }) => !asks && !isKnown(words)).map(({ words }) => words)).toEqual([])
  expect(known.filter((part) => !askingOnes.some(({ words }) => words.includes(part)))).toEqual([])
  expect(askingOnes.filter(({ asks }) => asks).length).toBeGreaterThan(10)
})

/** The HTML of a component on a site with this page for mail. */
function render(component: () => React.ReactNode, mailPage: object | null): string {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: () => <ToastProvider>{component()}</ToastProvider>,
      loader: () => ({ mailPage }),
    },
  ])
  return renderToString(<Stub hydrationData={{ loaderData: { root: { mailPage } } }} />).replaceAll(/<!--.*?-->/g, '')
}

const asks: ToastMessage = { title: 'Check your new address', description: 'We sent a link to it.', asks: 'mail' }

// spec: world.7.2
test('what asks for something stands on the page, other messages only where there are no scripts', () => {
  expect(render(() => <FlashMessage message={asks} />, null)).toMatch(
    /^<div class="wrap flash">.*Check your new address/,
  )
  expect(render(() => <FlashMessage message={{ ...asks, asks: undefined }} />, null)).toMatch(/^<noscript>/)
})

// spec: world.7.1
test('the demo says where its mail is, wherever the page says that some was sent, and no other site does', () => {
  const pages = [
    () => <FlashMessage message={asks} />,
    ...['confirmation', 'again', 'reset'].map((sent) => () => (
      <AccountEmailSentNotice sent={sent} email="jo@sample.example" returnTo="/" />
    )),
  ]
  const mailPages = (['captured', 'smtp', 'none'] as Mailer['transport'][]).map((transport) =>
    findCapturedMailsLink({ mailer: { transport } as Mailer }),
  )
  const [mailPage = null] = mailPages
  expect(mailPages).toEqual([{ path: '/dev/mail', words: 'This is a demo: its mail is at /dev/mail' }, null, null])
  for (const page of pages) {
    expect(render(page, mailPage)).toContain('<a href="/dev/mail">This is a demo')
    expect(render(page, null)).not.toContain('demo')
  }
  expect(render(() => <FlashMessage message={{ ...asks, asks: 'here' }} />, mailPage)).not.toContain('/dev/mail')
})
