import { describe, expect, test } from 'vitest'
import { defaultVisitorTimeZone, hourInTimeZone, parseTimeZoneCookie, serializeTimeZoneCookie } from './time-zone.ts'

describe('parseTimeZoneCookie', () => {
  test.each([
    ['time_zone=America%2FNew_York', 'America/New_York'],
    ['appearance=dark; time_zone=Asia/Kolkata; other=1', 'Asia/Kolkata'],
    ['time_zone=Etc%2FGMT%2B5', 'Etc/GMT+5'],
    ['time_zone=UTC', 'UTC'],
  ])('takes a zone there is: %s', (cookies, zone) => {
    expect(parseTimeZoneCookie(cookies)).toBe(zone)
  })

  test.each([
    [null],
    [''],
    ['time_zone='],
    ['time_zone=Mars%2FOlympus'],
    ['time_zone=%E0%A4%A'],
    ['time_zone=%2B05%3A30'],
    ['time_zone=constructor'],
    [`time_zone=${'A'.repeat(5_000)}`],
    ['time_zone=<script>'],
    ['my_time_zone=Asia%2FTokyo'],
  ])('goes by London for anything else: %s', (cookies) => {
    expect(parseTimeZoneCookie(cookies)).toBe(defaultVisitorTimeZone)
  })

  test('reads what a script has written', () => {
    const written = serializeTimeZoneCookie('Pacific/Auckland', { secure: true })
    expect(written).toMatch(/^__Host-time_zone=.*; Path=\/; SameSite=Lax; Secure$/)
    const plain = serializeTimeZoneCookie('Pacific/Auckland', { secure: false })
    expect(plain).not.toContain('Secure')
    expect(parseTimeZoneCookie(plain.split(';')[0] ?? '')).toBe('Pacific/Auckland')
  })
})

describe('hourInTimeZone', () => {
  test.each([
    ['Europe/London', '2026-01-15T00:10:00Z', 0],
    ['Europe/London', '2026-07-15T11:59:00Z', 12],
    ['America/New_York', '2026-01-15T00:10:00Z', 19],
    ['Asia/Kolkata', '2026-01-15T18:29:00Z', 23],
    ['Asia/Kolkata', '2026-01-15T18:30:00Z', 0],
  ])('in %s at %s is %i', (zone, moment, hour) => {
    expect(hourInTimeZone(zone, new Date(moment))).toBe(hour)
  })
})
