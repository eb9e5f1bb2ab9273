import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseAndValidateYaml } from './compile-yaml.ts'

const schema = z.strictObject({ title: z.string().min(1), people: z.array(z.strictObject({ name: z.string() })) })

test('gives what stands there', () => {
  expect(parseAndValidateYaml('a.yaml', 'title: Team\npeople:\n  - name: Sam Sample\n', schema)).toEqual({
    title: 'Team',
    people: [{ name: 'Sam Sample' }],
  })
})

test.each([
  ['a value of another kind', 'title: Team\npeople:\n  - name: Sam\n  - name: 4\n', /^a\.yaml:4 people\.1\.name: /],
  ['something missing', 'title: Team\npeople:\n  - name: Sam\n  - {}\n', /^a\.yaml:4 people\.1\.name: /],
  ['a word nobody knows', 'title: Team\npeople: []\nteam: 3\n', /^a\.yaml:3 .*team/],
  ['what is no YAML', 'title: Team\npeople: [\n', /^a\.yaml:3 /],
  ['a key twice', 'title: Team\ntitle: Us\npeople: []\n', /^a\.yaml:2 /],
])('tells file and line of %s', (_, text, message) => {
  expect(() => parseAndValidateYaml('a.yaml', text, schema)).toThrow(message)
})
