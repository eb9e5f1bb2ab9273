import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileYaml } from '#app/lib/compile-yaml.ts'
import { resourcesSchema } from './schema.ts'

const text = readFileSync('content/resources.yaml', 'utf8')
const read = (changed: string) => compileYaml('resources.yaml', changed, resourcesSchema)

// spec: 78.1
test('every number was made sure of, and where nobody did there is none', () => {
  expect(read(text).crisis.organisations.map(({ name, telephone }) => [name, telephone?.number ?? null])).toEqual([
    ['Samaritans', '116 123'],
    ["Veterans' Gateway", null],
    ['Combat Stress', '0800 138 1619'],
    ['SSAFA', '0800 260 6767'],
    ['Help for Heroes', '0300 303 9888'],
  ])
})

test.each([
  ['the day it was checked', /^ +checked: .*\n/m, /telephone\.checked: /],
  ['where it is published', /^ +source: .*\n/m, /telephone\.source: /],
])('a telephone number without %s is refused', (_, line, message) => {
  expect(() => read(text.replace(line, ''))).toThrow(message)
})

test('what is no telephone number is refused', () => {
  expect(() => read(text.replace('number: 116 123', 'number: ask'))).toThrow(
    /telephone\.number: is no telephone number/,
  )
})
