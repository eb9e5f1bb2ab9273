import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bioPreviewLength, homeCounterBarTicks, homeCounterNumbers, homeCounterStart, splitBio } from './rules.ts'

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
    expect(start.length).toBeLessThanOrEqual(bioPreviewLength)
    expect(start.length).toBeGreaterThan(bioPreviewLength - 5)
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
    expect(homeCounterNumbers.map(({ target }) => target)).toEqual([340, 12, 24])
  })

  // spec: 13.2
  test('begins at nine tenths', () => {
    expect(homeCounterNumbers.map(({ target }) => homeCounterStart(target))).toEqual([306, 10, 21])
  })

  test('has a bar fall in with the tick that completes it', () => {
    expect(homeCounterBarTicks(12, 1)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    expect(homeCounterBarTicks(340, 5)).toHaveLength(68)
    expect(homeCounterBarTicks(340, 5).slice(60)).toEqual([0, 4, 9, 14, 19, 24, 29, 34])
  })

  // spec: 221.1
  test('is drawn by a stylesheet with the same numbers, and a tick of 100 ms', () => {
    const css = readFileSync(new URL('./components/home.css', import.meta.url), 'utf8')
    for (const { target, each } of homeCounterNumbers) {
      const start = homeCounterStart(target)
      expect(css).toMatch(
        new RegExp(`\\.tally-${target} \\{\\s+--from: ${start};\\s+--to: ${target};\\s+--ticks: ${target - start};`),
      )
      for (const tick of homeCounterBarTicks(target, each).filter((late) => late > 0)) {
        expect(css).toMatch(new RegExp(`\\.rank-tick-${tick} \\{\\s+animation-delay: ${tick / 10}s;`))
      }
    }
    expect(css).toContain('calc(var(--ticks) * 0.1s)')
  })
})
