import { describe, expect, test } from 'vitest'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import {
  type Move,
  maskServiceNumber,
  memberBadge,
  readDocumentKind,
  readStep,
  reasonWords,
  reminderOf,
  standingOf,
  statusAfter,
  termOf,
} from './rules.ts'

describe('statusAfter', () => {
  const made: Record<Move, string[]> = {
    save: ['null to Pending', 'Pending to Pending', 'Rejected to Rejected'],
    submit: ['Pending to In Review', 'Rejected to In Review'],
    approve: ['In Review to Verified'],
    reject: ['In Review to Rejected'],
    'ask-for-more': ['In Review to Pending'],
    withdraw: ['Pending to null', 'In Review to null', 'Verified to null', 'Rejected to null'],
    lapse: ['Verified to Pending'],
  }

  test.each(Object.entries(made) as [Move, string[]][])('of %s makes these moves and no other', (move, expected) => {
    const found = [null, ...verificationStatuses].flatMap((from) => {
      const to = statusAfter(from, move)
      return to === undefined ? [] : [`${from} to ${to}`]
    })
    expect(found).toEqual(expected)
  })
})

describe('standingOf', () => {
  // spec: 106.1, 106.2, 106.3, 106.4, 106.5, 107.2, 214.2, 215.1
  test.each([
    ['Verified', 100, 'Verified', 'Your military service is verified', null],
    ['In Review', 75, 'Under Review', 'Review typically takes 2-5 business days', null],
    ['Pending', 25, 'Ready for submission', 'Your details are saved. Go on where you stopped.', 'Submit Documents'],
    ['Rejected', 25, 'Needs Attention', 'Additional documents required', 'Review & Resubmit'],
    [null, 0, 'Not Started', 'Tell us about your service to begin.', 'Start Verification'],
    ['constructor', 0, 'Not Started', 'Tell us about your service to begin.', 'Start Verification'],
  ])('of %s is %i%%, %s', (status, progress, title, text, action) => {
    expect(standingOf(status)).toMatchObject({ progress, title, text, action })
  })
})

describe('memberBadge', () => {
  // spec: 61.2
  test.each([
    ['Verified', 'Verified Member'],
    ['In Review', 'Under Review'],
    ['Pending', 'Ready for submission'],
    ['Rejected', 'Needs Attention'],
    [null, 'Not Started'],
  ])('of %s is %s', (status, words) => {
    expect(memberBadge(status)).toBe(words)
  })
})

describe('with time', () => {
  const days = { validDays: 365, graceDays: 30 }
  const verifiedAt = new Date('2026-01-01T12:00:00Z')
  const dayAfter = (count: number) => new Date(verifiedAt.getTime() + count * 86_400_000)

  test('a verification is due after a year, lapses after the grace, and can be confirmed a month before', () => {
    const { dueAt, lapsesAt } = termOf(verifiedAt, days, dayAfter(0))
    expect([dueAt, lapsesAt]).toEqual([dayAfter(365), dayAfter(395)])
    const open = [334, 335, 364, 365, 400].map((count) => termOf(verifiedAt, days, dayAfter(count)).isOpen)
    expect(open).toEqual([false, true, true, true, true])
  })

  test('a reminder is the last whose day has come', () => {
    const stages = [334, 335, 357, 358, 364, 365, 394].map((count) => reminderOf(dayAfter(365), dayAfter(count)))
    expect(stages).toEqual([null, 'month', 'month', 'week', 'week', 'day', 'day'])
  })
})

test('a service number is shown by its end, and a short one not at all', () => {
  expect(['D123456X', '1234567', '123456', 'X', ''].map(maskServiceNumber)).toEqual([
    '••••56X',
    '••••567',
    '••••',
    '••••',
    '••••',
  ])
})

test('what is not known of addresses, kinds and reasons is passed over', () => {
  expect([readStep('review'), readStep('toString'), readStep(null)]).toEqual(['review', null, null])
  expect([readDocumentKind('veteran-card'), readDocumentKind('constructor'), readDocumentKind(null)]).toEqual([
    'veteran-card',
    'other',
    'other',
  ])
  expect([reasonWords('unreadable'), reasonWords('constructor'), reasonWords(null)]).toEqual([
    'It cannot be read',
    null,
    null,
  ])
})
