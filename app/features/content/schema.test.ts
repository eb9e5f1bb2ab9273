import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAndValidateYaml } from '#app/lib/compile-yaml.ts'
import { helpResourcesContentSchema } from './schema.ts'

const text = readFileSync('content/resources.yaml', 'utf8')
const read = (changed: string) => parseAndValidateYaml('resources.yaml', changed, helpResourcesContentSchema)

// spec: 78.1
test('every number was made sure of, and where nobody did there is none', () => {
  expect(read(text).crisis.organisations.map(({ name, telephone }) => [name, telephone?.number.uri ?? null])).toEqual([
    ['Samaritans', 'tel:116123'],
    ["Veterans' Gateway", null],
    ['Combat Stress', 'tel:+448001381619'],
    ['SSAFA', 'tel:+448002606767'],
    ['Help for Heroes', 'tel:+443003039888'],
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
