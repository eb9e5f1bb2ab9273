import { describe, expect, test } from 'vitest'
import { decideProcesses, shareOf } from './web-processes.ts'

const machine = { cores: 4, memoryMiB: 8 * 296, maxConnections: 20 + 6 * 26 }

describe('with WEB_PROCESSES=auto', () => {
  // spec: growth.1
  test.each([
    ['cores', {}, 4],
    ['memory', { memoryMiB: 3 * 296 + 295 }, 3],
    ['connections of the database', { maxConnections: 20 + 3 * 26 - 1 }, 2],
  ])('what is scarcest decides, and is named: %s', (name, limits, count) => {
    const decided = decideProcesses('auto', { ...machine, ...limits })
    expect(decided.count).toBe(count)
    expect(decided.line).toMatch(new RegExp(`^${count} web processes, as ${name} allow \\(allowed by cores 4, memory `))
  })

  test('there is one, however little there is, and at most 64', () => {
    const small = { cores: 1, memoryMiB: 200, maxConnections: 10 }
    expect(decideProcesses('auto', small)).toEqual({
      count: 1,
      line: '1 web process, as connections of the database allow (allowed by cores 1, memory 0, connections of the database 0)',
    })
    expect(decideProcesses('auto', { cores: 500, memoryMiB: 1e6, maxConnections: 1e5 }).count).toBe(64)
  })

  test('there is one on the embedded database', () => {
    expect(decideProcesses('auto', null)).toMatchObject({ count: 1, line: expect.stringContaining('embedded') })
  })
})

test('a number is what the operator says, with what there is beside it', () => {
  expect(decideProcesses(8, machine)).toEqual({
    count: 8,
    line: '8 web processes, as WEB_PROCESSES says (allowed by cores 4, memory 8, connections of the database 6)',
  })
})

test('what processes may do together is shared out, and each has at least one', () => {
  expect([shareOf(120, 1), shareOf(120, 7), shareOf(2, 2), shareOf(2, 5)]).toEqual([120, 17, 1, 1])
  // Where nothing has started others beside it, a process has all.
  expect(shareOf(120)).toBe(120)
})
