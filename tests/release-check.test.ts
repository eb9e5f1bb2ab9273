import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findReleaseProblems } from '../scripts/release-check.ts'

let folder: string
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Sam', '-c', 'user.email=sam@sample.example', ...args], { cwd: folder })
const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const manifest = 'db/releases/1.2.0/sets/2026-01-01/manifest.json'

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-release-'))
  write('package.json', { version: '1.2.0' })
  write('package-lock.json', { version: '1.2.0' })
  write('CHANGELOG.md', '# Changes\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n')
  write('db/migrations/meta/_journal.json', { entries: [{ tag: '0000_a' }, { tag: '0001_b' }] })
  write(manifest, { migration: '0001_b' })
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'all')
})
afterEach(() => rmSync(folder, { recursive: true }))

// spec: releases.7
test('a folder that has everything can be released', () => {
  expect(findReleaseProblems(folder)).toEqual([])
})

// spec: releases.7
test.each<[string, () => void, string]>([
  ['a change that is not committed', () => write('new.ts', ''), 'git: commit'],
  ['a tag that is there', () => git('tag', 'v1.2.0'), 'git: the tag v1.2.0'],
  ['a version that is none', () => write('package.json', { version: '1.2' }), 'package.json: 1.2'],
  [
    'another version in the lock',
    () => write('package-lock.json', { version: '1.1.0' }),
    'package-lock.json: it says 1.1.0',
  ],
  [
    'a lock that names a registry',
    () => write('package-lock.json', { version: '1.2.0', resolved: 'x' }),
    'remove "resolved"',
  ],
  ['no section', () => write('CHANGELOG.md', '# Changes\n\n## 1.1.0\n\n- Old.\n'), 'CHANGELOG.md: write'],
  [
    'an empty section',
    () => write('CHANGELOG.md', '# Changes\n\n## 1.2.0\n\n## 1.1.0\n\n- Old.\n'),
    'CHANGELOG.md: write',
  ],
  ['no dump', () => rmSync(join(folder, 'db/releases'), { recursive: true }), 'it is not there'],
  [
    'a dump of an older state',
    () => write(manifest, { migration: '0000_a' }),
    'it is of the migration 0000_a, not of 0001_b',
  ],
  ['a dump that is too large', () => write(`${manifest}.gz`, 'x'.repeat(1_000_001)), 'of at most 1000000'],
])('%s is told', (_, change, problem) => {
  change()
  expect(findReleaseProblems(folder).join('\n')).toContain(problem)
})
