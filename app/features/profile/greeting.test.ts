import { expect, test } from 'vitest'
import { dashboardGreeting } from './greeting.ts'

// spec: 35.1
test.each([
  ['00:00', 'Good morning, Jo'],
  ['11:59', 'Good morning, Jo'],
  ['12:00', 'Good afternoon, Jo'],
  ['17:59', 'Good afternoon, Jo'],
  ['18:00', 'Good evening, Jo'],
  ['23:59', 'Good evening, Jo'],
])('at %s it is: %s', (time, greeting) => {
  expect(dashboardGreeting('Jo', 'Europe/London', new Date(`2026-01-15T${time}:30Z`))).toBe(greeting)
})

test('goes by the clocks where the member is', () => {
  const now = new Date('2026-01-15T09:00:00Z')
  expect(dashboardGreeting('Jo', 'Asia/Tokyo', now)).toBe('Good evening, Jo')
  expect(dashboardGreeting('Jo', 'America/Los_Angeles', now)).toBe('Good morning, Jo')
})

// spec: 35.1
test('says Member where no name is known', () => {
  expect(dashboardGreeting(null, 'Europe/London', new Date('2026-01-15T09:00:00Z'))).toBe('Good morning, Member')
  expect(dashboardGreeting('', 'Europe/London', new Date('2026-01-15T09:00:00Z'))).toBe('Good morning, Member')
})
