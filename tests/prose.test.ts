// What people read on screens, in emails and on the organisation's pages is plain English: words that made readers stop do not come back.
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/** Words that are not plain, and what we say instead. */
const plain: [was: RegExp, is: string][] = [
  [/\b(some|any|every)body\b/i, 'someone, anyone, everyone'],
  [
    /\bwhom\b|\bsuch a one\b|\bafresh\b|\btakes? nothing from\b|\bbelongs? to someone who\b|\bhand(s|ed)? (it|this|the)? ?(listing )?on\b/i,
    'modern English',
  ],
  [/\b(go|goes|going) on\b/i, 'continue, keep'],
  [/\binquir(y|ies)\b/i, 'enquiry'],
  [/\bsign(ed|s|ing)? in\b|\blog(ged|ging)? out\b/i, 'log in, sign out'],
  [/\bplease\b/i, 'the instruction alone'],
]

/** The specification's own texts stay to the letter, and so do a name in the log and what is written into a file. */
const given = [
  /^signed in$|^a picture goes on here: $/,
  /Please (log in to|check your|check the form|make sure|upload|confirm your password|select a variant)/,
  /(Failed to .+|Something went wrong)\. Please try again/,
  /Your support inquiry has been submitted|^support inquiry$/,
]

/** The texts of a module: JSX and strings of several words, without the comments of SQL. */
function textsOf(file: string, code: string): string[] {
  const texts: string[] = []
  new Visitor({
    JSXText: ({ value }) => void texts.push(value),
    Literal: ({ value }) => void (typeof value === 'string' && value.includes(' ') && texts.push(value)),
    TemplateElement: ({ value }) => void texts.push((value.cooked ?? '').replace(/-- .*/g, '')),
  }).visit(parseSync(file, code).program)
  return texts
}

const check = (file: string, texts: string[]) =>
  texts
    .filter((text) => !given.some((own) => own.test(text)))
    .flatMap((text) => plain.flatMap(([was, is]) => (was.test(text) ? [`${file}: ${text.trim()} (${is})`] : [])))

test('what people read is plain English', () => {
  const modules = globSync(['{app,server}/**/*.{ts,tsx}', 'app/platform/.server/**/*.ts']).filter(
    (file) => !/\.test\.|^app\/routes\/dev\//.test(file),
  )
  expect(modules.length).toBeGreaterThan(900)
  expect(modules.flatMap((file) => check(file, textsOf(file, readFileSync(file, 'utf8'))))).toEqual([])
  const pages = globSync('content/*.{md,yaml}').filter((file) => !/places|synonyms|trades/.test(file))
  expect(
    pages.flatMap((file) =>
      check(
        file,
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => !/^\s*#/.test(line)),
      ),
    ),
  ).toEqual([])
})
