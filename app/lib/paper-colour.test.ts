import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paperColour } from './paper-colour.ts'

test.each(Object.entries(paperColour))('paper in the %s theme is that of the stylesheet', (theme, colour) => {
  const tokens = readFileSync('app/ui/styles/tokens.css', 'utf8')
  const block = tokens.split(new RegExp(`^\\[data-theme="${theme}"\\] \\{`, 'm'))[1]?.split('\n}')[0] ?? ''
  expect(block).toContain(`--paper: ${colour};`)
})
