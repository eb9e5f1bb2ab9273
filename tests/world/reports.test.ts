import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

// The lists of words; feeds, documents and pictures count their own. What begins with a number belongs to one file.
const lists = readdirSync('tests/world/words').filter((name) => /^[a-z].*\.(txt|json)$/.test(name))

test.each(lists)('%s has twenty cases at least from public reports', (list) => {
  const text = readFileSync(`tests/world/words/${list}`, 'utf8')
  const reports = text.match(/https:\/\/github\.com\/[^/\s]+\/[^/\s]+\/(issues|pull)\/\d+/g) ?? []
  expect(reports.length).toBeGreaterThanOrEqual(20)
})

test('every file says in the README beside it what it stands for, and a test reads it', () => {
  const read = (file: string) => readFileSync(file, 'utf8')
  const files = globSync('tests/world/*/*').filter((file) => basename(file) !== 'README.md')
  expect(files.length).toBeGreaterThan(80)
  const tests = globSync('{app/lib,app/features/*,app/features/podcasts/feed}/*.test.ts')
  const code = [...globSync('tests/world/**/*.ts'), ...tests].map((file) => ({ file, text: read(file) }))
  const readmes = new Map(globSync('tests/world/**/README.md').map((file) => [dirname(file), read(file)]))
  const feeds = read('tests/world/feeds/cases.ts')
  const wrong = files.filter((file) => {
    const name = basename(file)
    if (name.endsWith('.test.ts')) return false
    // Of feeds, the list of cases says it.
    const says = name.endsWith('.xml')
      ? new RegExp(`file: '${name}',\\s+stands: `).test(feeds)
      : new RegExp(`^\\|.*\`${name}\`.* \\|$`, 'm').test(readmes.get(dirname(file)) ?? '')
    return !says || !code.some((each) => each.file !== file && each.text.includes(name))
  })
  expect(wrong).toEqual([])
  for (const folder of new Set(files.map((file) => basename(dirname(file))))) {
    expect(readmes.get('tests/world')).toContain(`${folder}/`)
  }
})
