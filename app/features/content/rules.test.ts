import { describe, expect, test } from 'vitest'
import { bioShown, counterFigures, figureAt, hasArrived, splitBio } from './rules.ts'

describe('a bio', () => {
  const words = (length: number) => 'word '.repeat(length).slice(0, length)

  test.each([1, 119, 120])('of %i characters is shown whole', (length) => {
    const bio = 'x'.repeat(length)
    expect(splitBio(bio)).toEqual({ start: bio, rest: '' })
  })

  // spec: 16.1
  test.each([121, 200, 1_000])('of %i characters is cut at a word, to at most 120', (length) => {
    const bio = words(length)
    const { start, rest } = splitBio(bio)
    expect(start.length).toBeLessThanOrEqual(bioShown)
    expect(start.length).toBeGreaterThan(bioShown - 5)
    expect(start).toMatch(/word$/)
    expect(rest).toMatch(/^ /)
    expect(start + rest).toBe(bio)
  })

  test('whose 121st character is a space keeps the word before it whole', () => {
    const bio = `${'x'.repeat(60)} ${'y'.repeat(59)} more`
    expect(splitBio(bio)).toEqual({ start: bio.slice(0, 120), rest: ' more' })
  })

  test('of one long word is cut in it, but never in the middle of a character', () => {
    expect(splitBio('x'.repeat(130)).start).toBe('x'.repeat(120))
    const { start, rest } = splitBio(`${'x'.repeat(119)}🎖️${'x'.repeat(20)}`)
    expect(start).toBe('x'.repeat(119))
    expect(rest).toMatch(/^🎖️/)
  })
})

describe('the counter', () => {
  // spec: 13.2, 221.1
  test('goes to 340, 12 and 24', () => {
    expect(counterFigures.map(({ target }) => target)).toEqual([340, 12, 24])
  })

  // spec: 13.2
  test('begins at nine tenths, never falls, and stops at its targets', () => {
    expect(counterFigures.map(({ target }) => figureAt(target, 0))).toEqual([306, 10, 21])
    for (const { target } of counterFigures) {
      const shown = Array.from({ length: 40 }, (_, ticks) => figureAt(target, ticks))
      expect(shown).toEqual(shown.toSorted((one, other) => one - other))
      expect(shown.at(-1)).toBe(target)
    }
  })

  // spec: 221.1
  test('has arrived with its largest figure, and not before', () => {
    expect([figureAt(340, 33), hasArrived(33)]).toEqual([339, false])
    expect([figureAt(340, 34), hasArrived(34)]).toEqual([340, true])
  })
})
