import { describe, expect, test } from 'vitest'
import {
  militaryRelationshipTypes,
  type VerificationStatus,
  verificationStatuses,
} from '#app/features/reference/rules.ts'
import { verifiedBusinessLabelForRelationship } from './claim-rules.ts'
import {
  describeVerificationStatusForMember,
  dueVerificationConfirmationReminderKind,
  maskServiceNumber,
  maxVerificationEndsPerWindow,
  parseVerificationDocumentKind,
  parseVerificationStep,
  planVerificationEndPostponements,
  type VerificationEndCountsOfDay,
  type VerificationTransition,
  verificationBadgeText,
  verificationEndDateToAnnounce,
  verificationRejectionReasonLabel,
  verificationStatusAfterTransition,
  verificationTermOf,
} from './rules.ts'

describe('verificationStatusAfterTransition', () => {
  const made: Record<VerificationTransition, string[]> = {
    save: ['null to Pending', 'Pending to Pending', 'Rejected to Rejected'],
    submit: ['Pending to In Review', 'Rejected to In Review'],
    approve: ['In Review to Verified'],
    reject: ['In Review to Rejected'],
    'ask-for-more': ['In Review to Pending'],
    undo: ['Verified to In Review', 'Rejected to In Review'],
    revoke: ['Verified to Rejected'],
    reopen: ['Verified to In Review', 'Rejected to In Review'],
    appeal: ['Rejected to In Review'],
    withdraw: ['Pending to null', 'In Review to null', 'Verified to null', 'Rejected to null'],
    lapse: ['Verified to Pending'],
  }

  test.each(Object.entries(made) as [VerificationTransition, string[]][])(
    'of %s makes these moves and no other',
    (move, expected) => {
      const found = [null, ...verificationStatuses].flatMap((from) => {
        const to = verificationStatusAfterTransition(from, move)
        return to === undefined ? [] : [`${from} to ${to}`]
      })
      expect(found).toEqual(expected)
    },
  )
})

describe('describeVerificationStatusForMember', () => {
  // spec: 106.1, 106.2, 106.3, 106.4, 106.5, 107.2, 214.2, 215.1
  test.each<[VerificationStatus | null, number, string, string, string | null]>([
    ['Verified', 100, 'Verified', 'Your military service is verified', null],
    ['In Review', 75, 'Under Review', 'Review typically takes 2-5 business days', null],
    ['Pending', 25, 'Ready for submission', 'Your details are saved. Continue where you stopped.', 'Submit Documents'],
    ['Rejected', 25, 'Needs Attention', 'Additional documents required', 'Review & Resubmit'],
    [null, 0, 'Not Started', 'Tell us about your service to begin.', 'Start Verification'],
    // A status that only a newer release knows.
    [
      'constructor' as VerificationStatus,
      0,
      'Not Started',
      'Tell us about your service to begin.',
      'Start Verification',
    ],
  ])('of %s is %i%%, %s', (status, progress, title, text, action) => {
    expect(describeVerificationStatusForMember(status)).toMatchObject({ progress, title, text, action })
  })
})

describe('verificationBadgeText', () => {
  // spec: 61.2, world.5.2
  test.each<[VerificationStatus | null, string]>([
    ['Verified', 'Verified Member'],
    ['In Review', 'In Review'],
    ['Pending', 'Pending'],
    ['Rejected', 'Rejected'],
    [null, 'Not Started'],
  ])('of %s is %s', (status, words) => {
    expect(verificationBadgeText(status)).toBe(words)
  })
})

describe('with time', () => {
  const days = { validDays: 365, graceDays: 30 }
  const verifiedAt = new Date('2026-01-01T12:00:00Z')
  const dayAfter = (count: number) => new Date(verifiedAt.getTime() + count * 86_400_000)

  const row = { verifiedAt, endsAt: null, announcedEndAt: null }

  test('a verification is due after a year, can be confirmed a month before, and has no end by itself', () => {
    expect(verificationTermOf(row, days, dayAfter(900))).toMatchObject({ dueAt: dayAfter(365), endsAt: null })
    const open = [334, 335, 364, 365, 400].map((count) => verificationTermOf(row, days, dayAfter(count))?.isOpen)
    expect(open).toEqual([false, true, true, true, true])
    expect(verificationTermOf({ ...row, verifiedAt: null }, days, dayAfter(0))).toBeNull()
  })

  test('one whose end was put off is to be confirmed by the day announced, then by the day it ends', () => {
    const late = { ...row, endsAt: dayAfter(450), announcedEndAt: dayAfter(395) }
    const shown = [390, 400].map((count) => verificationTermOf(late, days, dayAfter(count))?.endsAt)
    expect(shown).toEqual([dayAfter(395), dayAfter(450)])
  })

  test.each([
    [335, '2027-02-01T00:00:00.000Z'],
    [365, '2027-02-01T00:00:00.000Z'],
    [700, '2028-01-02T00:00:00.000Z'],
  ])('a reminder %i days on names a midnight after the grace, and 30 days ahead', (count, end) => {
    expect(verificationEndDateToAnnounce(verifiedAt, days, dayAfter(count)).toISOString()).toBe(end)
  })

  test('a reminder is the last whose day has come', () => {
    const stages = [334, 335, 357, 358, 364, 365, 394].map((count) =>
      dueVerificationConfirmationReminderKind(dayAfter(365), dayAfter(count)),
    )
    expect(stages).toEqual([null, 'month', 'month', 'week', 'week', 'day', 'day'])
  })
})

describe('ends of verifications', () => {
  /** How many end on each day once the moves are made. */
  function apply(
    days: VerificationEndCountsOfDay[],
    transitions: ReturnType<typeof planVerificationEndPostponements>,
  ): Map<number, number> {
    const ends = new Map(days.map(({ day, counted }) => [day, counted]))
    for (const { from, to, count } of transitions) {
      ends.set(from, (ends.get(from) ?? 0) - count)
      ends.set(to, (ends.get(to) ?? 0) + count)
    }
    return ends
  }

  /** The most that end within seven days, both of whose ends count, by how many may. */
  function worstWeek(ends: Map<number, number>, verified: number): number {
    const inWeekOf = (first: number) =>
      [...ends].filter(([day]) => day >= first && day <= first + 7).reduce((sum, [, count]) => sum + count, 0)
    const before = (first: number) =>
      [...ends].filter(([day]) => day < first).reduce((sum, [, count]) => sum + count, 0)
    return Math.max(
      ...[...ends.keys()].map((first) => inWeekOf(first) / maxVerificationEndsPerWindow(verified - before(first))),
    )
  }

  test.each([
    ['all on one day', 340, [[40, 340]]],
    ['few, all on one day', 23, [[40, 23]]],
    ['many on every day', 2_000, [...Array(40).keys()].map((day) => [40 + day, 20])],
    [
      'two heaps a week apart',
      400,
      [
        [40, 100],
        [47, 100],
      ],
    ],
  ] as [string, number, [number, number][]][])(
    '%s: no week holds more than 5%% of those still verified, or five',
    (_, verified, given) => {
      const days = given.map(([day, counted]) => ({ day, counted, allowed: 0 }))
      const transitions = planVerificationEndPostponements(days, verified, 10)
      const ends = apply(days, transitions)
      expect(worstWeek(ends, verified)).toBeLessThanOrEqual(1)
      expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(
        given.reduce((sum, [, count]) => sum + count, 0),
      )
      expect(transitions.every(({ from, to, count }) => to > from && count > 0)).toBe(true)
      // Once spread they stay where they are.
      const spread = [...ends].sort(([a], [b]) => a - b).map(([day, counted]) => ({ day, counted, allowed: 0 }))
      expect(planVerificationEndPostponements(spread, verified, 10)).toEqual([])
    },
  )

  test('what an admin allowed stays and leaves the others their room; what has ended counts and stays', () => {
    const days = [
      { day: 8, counted: 3, allowed: 0 },
      { day: 12, counted: 4, allowed: 30 },
    ]
    expect(planVerificationEndPostponements(days, 60, 10)).toEqual([{ from: 12, to: 16, count: 2 }])
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
  expect([parseVerificationStep('review'), parseVerificationStep('toString'), parseVerificationStep(null)]).toEqual([
    'review',
    null,
    null,
  ])
  expect([
    parseVerificationDocumentKind('veteran-card'),
    parseVerificationDocumentKind('constructor'),
    parseVerificationDocumentKind(null),
  ]).toEqual(['veteran-card', 'other', 'other'])
  expect([
    verificationRejectionReasonLabel('unreadable'),
    verificationRejectionReasonLabel('constructor'),
    verificationRejectionReasonLabel(null),
  ]).toEqual(['It cannot be read', null, null])
})

test('only a veteran is said to own a veteran-owned business', () => {
  const claims = militaryRelationshipTypes.map((name) => [name, verifiedBusinessLabelForRelationship(name)])
  expect(claims).toEqual([
    ['Veteran', 'Verified veteran-owned'],
    ['Serving member', 'Verified: run by a serving member'],
    ['Reservist', 'Verified: run by a reservist'],
    ['Spouse or partner', "Verified: run by a veteran's spouse or partner"],
    ['Family member', "Verified: run by a veteran's family"],
    ['Supporter', 'Checked supporter of veterans'],
  ])
})

test('nothing but verified is said where the relationship is not known', () => {
  for (const name of [null, 'Cousin', 'toString']) expect(verifiedBusinessLabelForRelationship(name)).toBe('Verified')
})
