/** The ticks of an axis from zero: few, even, round, the last at least the maximum. */
export function axisTicksUpTo(most: number): number[] {
  if (most <= 0) return [0, 1]
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Which columns have a label: every fifth from the last. Every other of these is `fine`. */
export function labelledChartColumns(count: number): Map<number, 'always' | 'fine'> {
  const named = new Map<number, 'always' | 'fine'>()
  for (let index = count - 1, turn = 0; index >= 0; index -= 5, turn += 1) {
    named.set(index, turn % 2 === 0 ? 'always' : 'fine')
  }
  return named
}
