import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { industryColour, industryColours } from './industry-rules.ts'
import { industries } from './rules.ts'

const css = readFileSync('app/ui/styles/tokens.css', 'utf8')
const darkStart = css.indexOf('\n[data-theme="dark"]')
const themes = { light: css.slice(0, css.indexOf('@media')), dark: css.slice(darkStart) }

function token(theme: keyof typeof themes, name: string): string {
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(themes[theme])?.[1] ?? ''
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

describe.each([...industries, null])('the tile of %s', (industry) => {
  const colour = industryColour(industry)

  // spec: look.1
  test('is read and seen in both themes', () => {
    expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4.5)
    for (const theme of ['light', 'dark'] as const) {
      for (const ground of ['paper', 'surface', 'sand-1']) {
        expect(contrast(colour, token(theme, ground)), `${theme} ${ground}`).toBeGreaterThanOrEqual(3)
      }
    }
  })
})

test('every industry has a colour of its own', () => {
  expect(new Set([...Object.values(industryColours), industryColour(null)]).size).toBe(industries.length + 1)
})
