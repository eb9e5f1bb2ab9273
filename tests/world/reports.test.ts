import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The lists of words; feeds, documents and pictures count their own.
const lists = readdirSync('tests/world/words').filter((name) => /\.(txt|json)$/.test(name))

test.each(lists)('%s has twenty cases at least from public reports', (list) => {
  const text = readFileSync(`tests/world/words/${list}`, 'utf8')
  const reports = text.match(/https:\/\/github\.com\/[^/\s]+\/[^/\s]+\/(issues|pull)\/\d+/g) ?? []
  expect(reports.length).toBeGreaterThanOrEqual(20)
})
