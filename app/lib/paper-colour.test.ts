import { expect, test } from 'vitest'
import { readColours } from '../../scripts/design-tokens.ts'
import { pageBackgroundColour } from './paper-colour.ts'

test('paper is that of the stylesheet, in both themes', () => {
  const { light, dark } = readColours()
  expect(pageBackgroundColour).toEqual({ light: light.paper, dark: dark.paper })
})
