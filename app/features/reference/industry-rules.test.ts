import { describe, expect, test } from 'vitest'
import { contrastOf, readColours } from '../../../scripts/design-tokens.ts'
import { industryColour, industryColours } from './industry-rules.ts'
import { industries } from './rules.ts'

const colours = readColours()

describe.each([...industries, null])('the tile of %s', (industry) => {
  const colour = industryColour(industry)

  // spec: look.1
  test('is read and seen in both themes', () => {
    expect(contrastOf('#ffffff', colour)).toBeGreaterThanOrEqual(4.5)
    for (const theme of ['light', 'dark'] as const) {
      for (const ground of ['paper', 'surface', 'sand-1']) {
        expect(contrastOf(colour, colours[theme][ground]), `${theme} ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
})

test('every industry has a colour of its own', () => {
  expect(new Set([...Object.values(industryColours), industryColour(null)]).size).toBe(industries.length + 1)
})
