import { expect, test } from 'vitest'
import {
  chooseBackupsToKeep,
  isRestoreReplayLogEntryExpired,
  nameBackup,
  timeOfBackupName,
  toBackupPartsOfTable,
} from './rules.ts'

const day = 86_400_000
const now = new Date('2026-11-25T03:00:00.000Z')

test('a name is a time, and sorts by it', () => {
  expect(nameBackup(now)).toBe('2026-11-25T03-00-00.000Z')
  expect(timeOfBackupName(nameBackup(now))).toEqual(now)
  expect(timeOfBackupName('README.md')).toBeNull()
})

// spec: backups.3
test('a year of daily backups leaves 7 days, 5 weeks and 12 months', () => {
  let names: string[] = []
  for (let ago = 800; ago >= 0; ago -= 1) {
    const moment = new Date(now.getTime() - ago * day)
    names.push(nameBackup(moment))
    // As it goes on: what was deleted does not come back.
    const kept = chooseBackupsToKeep(names, moment)
    names = names.filter((name) => kept.has(name))
  }
  const ages = names
    .map((name) => (now.getTime() - (timeOfBackupName(name)?.getTime() ?? 0)) / day)
    .sort((a, b) => a - b)
  expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(ages.filter((age) => age > 6 && age <= 35).length).toBeGreaterThanOrEqual(4)
  expect(ages.filter((age) => age > 35).length).toBeGreaterThanOrEqual(10)
  expect(ages.length).toBeLessThan(26)
  expect(Math.max(...ages)).toBeLessThanOrEqual(366)
})

test('the newest backup is kept, however old it is', () => {
  const old = nameBackup(new Date(now.getTime() - 900 * day))
  expect([...chooseBackupsToKeep([old], now)]).toEqual([old])
})

test('an entry of the log outlives every backup', () => {
  expect(isRestoreReplayLogEntryExpired(new Date(now.getTime() - 366 * day), now)).toBe(false)
  expect(isRestoreReplayLogEntryExpired(new Date(now.getTime() - 400 * day), now)).toBe(true)
})

test('a month earlier than the end of a long month is the end of the month before', () => {
  const endOfMarch = new Date('2027-03-31T03:00:00.000Z')
  expect(isRestoreReplayLogEntryExpired(new Date('2026-02-28T02:59:59.999Z'), endOfMarch)).toBe(true)
  expect(isRestoreReplayLogEntryExpired(new Date('2026-02-28T03:00:00.000Z'), endOfMarch)).toBe(false)
})

test('of the backups of a week, which begins on Monday, the newest is kept, also where the year changes', () => {
  const days = ['2026-12-27', '2026-12-28', '2026-12-29', '2027-01-03', '2027-01-04']
  const names = days.map((day) => nameBackup(new Date(`${day}T03:00:00.000Z`)))
  const kept = chooseBackupsToKeep(names, new Date('2027-01-20T03:00:00.000Z'))
  // The 29th is the newest of its month.
  expect([...kept].map((name) => name.slice(0, 10)).sort()).toEqual(days.filter((day) => day !== '2026-12-28'))
})

test('what must be gone after a week is a part of its own', () => {
  const table = (name: string, ...columns: string[]) => toBackupPartsOfTable({ schema: 'public', name, columns })
  expect(table('leads', 'id').map(({ part }) => part)).toEqual(['recent'])
  expect(table('businesses', 'id').map(({ part }) => part)).toEqual(['lasting'])
  expect(table('verifications', 'id', 'service_number', 'consent')).toEqual([
    expect.objectContaining({ part: 'lasting', columns: ['id', 'consent'] }),
    expect.objectContaining({ part: 'recent', columns: ['id', 'service_number'], key: 'id' }),
  ])
  expect(toBackupPartsOfTable({ schema: 'pgboss', name: 'job', columns: ['id'] })[0]?.part).toBe('recent')
})
