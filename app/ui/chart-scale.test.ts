import { expect, test } from 'vitest'
import { axisTicksUpTo, labelledChartColumns } from './chart-scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [27, [0, 10, 20, 30]],
  [40, [0, 10, 20, 30, 40]],
  [4_321, [0, 2_000, 4_000, 6_000]],
])('the marks up to %i are %j', (most, marks) => {
  expect(axisTicksUpTo(most)).toEqual(marks)
})

test('every fifth column has a name, the last one first, and half of them also where there is little room', () => {
  const named = labelledChartColumns(26)
  expect([...named.keys()]).toEqual([25, 20, 15, 10, 5, 0])
  expect([...named].filter(([, when]) => when === 'always').map(([index]) => index)).toEqual([25, 15, 5])
})
