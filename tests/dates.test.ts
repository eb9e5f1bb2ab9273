import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { findOtherDates } from './other-dates.ts'

/** What formats dates besides `app/lib/dates.ts`, and why. */
const others: Record<string, string> = {
  'app/lib/days.ts': 'the day as computers write it',
  'app/lib/time-zone.ts': 'the hour and the name of a time zone',
  'app/ui/use-time-zone.ts': 'the name of the time zone',
  'app/features/podcasts/feed/date.ts': 'reads what feeds write',
}

const short = /^format(Date|DateTime)$/
const long = /^formatLong(Date|DateTime)$/

/** What is read as a block of its own. */
const blocks = /^(p|li|ul|ol|div|dl|dt|dd|td|th|tr|h[1-6]|section|header|blockquote|summary|label|button)$/

/** The words of a node as they are read: `<short>` and `<long>` for dates, `…` for what is only known at run time, `|` where others begin. */
function wordsOf(node: ESTree.Node): string {
  switch (node.type) {
    case 'JSXText':
      return node.value
    case 'Literal':
      return String(node.value)
    case 'JSXExpressionContainer':
      return wordsOf(node.expression)
    case 'JSXElement': {
      const { name } = node.openingElement
      const inside = node.children.map(wordsOf).join('')
      return name.type === 'JSXIdentifier' && !blocks.test(name.name) ? inside : `|${inside}|`
    }
    case 'JSXFragment':
      return node.children.map(wordsOf).join('')
    case 'LogicalExpression':
      return wordsOf(node.right)
    case 'ConditionalExpression':
      return `${wordsOf(node.consequent)}|${wordsOf(node.alternate)}`
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }, index) => value.cooked + (node.expressions[index] ? wordsOf(node.expressions[index]) : ''))
        .join('')
    case 'CallExpression': {
      const name = node.callee.type === 'Identifier' ? node.callee.name : ''
      return short.test(name) ? '<short>' : long.test(name) ? '<long>' : '…'
    }
    default:
      return '…'
  }
}

const files = globSync('{app,app/platform/.server,server,worker}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file),
)

// spec: world.5.3
test('dates are formatted in one place', () => {
  const formats = files.filter((file) =>
    /\bIntl\.DateTimeFormat\b|\btoLocale(Date|Time)String\b|\bto(Date|UTC|GMT|Time)String\b/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(formats.sort()).toEqual(['app/lib/dates.ts', ...Object.keys(others)].sort())
})

// spec: world.5.3
test('a date in a sentence is written out, and no other', () => {
  const wrong = new Set<string>()
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    if (!code.includes('lib/dates.ts')) continue
    const look = (node: ESTree.Node) => {
      const words = wordsOf(node).replace(/\s+/g, ' ')
      if (/<short>[^|]*[.?!]( |\||$)/.test(words)) wrong.add(`${file}: to be written out in ${words}`)
      const isBlock = node.type !== 'JSXElement' || words.startsWith('|')
      if (isBlock && /(^|\|) *(<long>|[A-Z]\w* <long>) *(\||$)/.test(words))
        wrong.add(`${file}: to be short in ${words}`)
    }
    new Visitor({
      JSXElement: look,
      TemplateLiteral: look,
      // A fact of a list: its label, and the date alone.
      ArrayExpression: ({ elements: [label, value, ...more] }) => {
        if (label?.type === 'Literal' && value && more.length === 0 && wordsOf(value) === '<long>') look(value)
      },
    }).visit(parseSync(file, code).program)
  }
  expect([...wrong]).toEqual([])
})

// spec: world.5.3
test('what is no date as we write them is found in a page', () => {
  const page = (text: string) => findOtherDates(`<p>${text}</p>`)
  for (const text of ['Nov 26, 2026', 'Nov 26, 2026 at 14:05', 'since 26 November 2026', 'November 2026', 'LS1 4DY']) {
    expect(page(text), text).toEqual([])
  }
  for (const text of [
    '26 Nov 2026',
    '26 Nov',
    '26/11/2026',
    '2026-11-26',
    'November 26, 2026',
    '26th November 2026',
    'You can until Nov 26, 2026.',
  ]) {
    expect(page(text), text).not.toEqual([])
  }
})
