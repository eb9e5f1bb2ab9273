import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '#tests/database.ts'
import { openDatabaseClock } from './clock.ts'
import { type DatabaseHandle, queryRows } from './database/database.ts'
import { createLog } from './observability/log.ts'

let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

/** Milliseconds by which a moment is later than the database's time. */
async function aheadOfDatabase(moment: Date): Promise<number> {
  const [row] = await queryRows<{ ms: number }>(
    handle.db,
    sql`SELECT extract(epoch FROM ${moment.toISOString()}::timestamptz - clock_timestamp())::float8 * 1000 AS ms`,
  )
  return row?.ms ?? Number.NaN
}

// spec: growth.8
test.each([
  [300_000, 'ahead'],
  [-300_000, 'behind'],
])(
  "a clock that is off by %i ms is named, at the start and while it runs, and the time is the database's",
  async (offMs, direction) => {
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
    const realNow = Date.now
    let off = offMs
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + off)
    // A busy machine's answers are late; here they take no time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const clock = await openDatabaseClock(handle.db, log)
    const afterAMinute = () => {
      vi.advanceTimersByTime(60_000)
      return lines
    }
    try {
      const named = {
        level: 'warn',
        seconds: expect.closeTo(300, -1),
        direction,
        msg: expect.stringContaining('differs from the database'),
      }
      await expect.poll(afterAMinute).toMatchObject([named])
      expect(Math.abs(await aheadOfDatabase(clock.now()))).toBeLessThan(30_000)

      off = 0
      await expect.poll(afterAMinute).toMatchObject([named, { level: 'info' }])
      expect(Math.abs(await aheadOfDatabase(clock.now()))).toBeLessThan(30_000)

      off = offMs
      await expect.poll(afterAMinute).toMatchObject([named, { level: 'info' }, named])
    } finally {
      clock.close()
      vi.useRealTimers()
    }
  },
)

test('a clock that agrees is not mentioned', async () => {
  const lines: string[] = []
  const clock = await openDatabaseClock(handle.db, createLog('info', { write: (line) => lines.push(line) }))
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  clock.close()
  expect(lines).toEqual([])
})
