import { describe, expect, test } from 'vitest'
import { type DashboardNextStep, type DashboardNextStepFacts, dashboardNextStepOfMember } from './next-step.ts'
import { verificationDecisionDueAt } from './rules.ts'

const now = new Date('2026-11-25T10:00:00Z')
const sentAt = new Date('2026-11-24T10:00:00Z')
const later = { dueAt: new Date('2027-11-01T12:00:00Z'), endsAt: null, isOpen: false }
const business = { name: 'Fellside Joinery', slug: 'fellside', isActive: true, status: 'unverified' as const }
const words = {
  id: 'x',
  decision: 'more-needed' as const,
  reason: null,
  words: 'The back, please.',
  reply: null,
  decidedAt: sentAt,
  appealEndsAt: null,
}

const stepOf = (progress: Partial<DashboardNextStepFacts>): DashboardNextStep =>
  dashboardNextStepOfMember(
    { status: null, words: null, term: null, sentAt: null, business: null, draftName: null, ...progress },
    now,
  )

describe('the next step', () => {
  test.each<[string, Partial<DashboardNextStepFacts>, title: string, to: string | undefined]>([
    ['of a new member', {}, 'Verify your service', '/verification'],
    ['of one who has a business already', { business }, 'Verify your service', '/verification'],
    ['of one who stopped on the way', { status: 'Pending' }, 'Finish your verification', '/verification'],
    ['of one who was asked for more', { status: 'Pending', words }, 'Answer the reviewer', '/verification'],
    ['of one who was rejected', { status: 'Rejected', business }, 'Answer the reviewer', '/verification'],
    [
      'without a business, in review',
      { status: 'In Review', sentAt },
      'Put your business in the directory',
      '/business-onboarding',
    ],
    [
      'with a draft',
      { status: 'In Review', sentAt, draftName: 'Fellside' },
      'Finish your listing',
      '/business-onboarding',
    ],
    ['with both done', { status: 'In Review', sentAt, business }, 'Wait for our decision', undefined],
    [
      'verified, without a business',
      { status: 'Verified', term: later },
      'Put your business in the directory',
      '/business-onboarding',
    ],
    [
      'verified, with a hidden one',
      { status: 'Verified', term: later, business: { ...business, isActive: false, status: 'hidden' } },
      'Show your business',
      '/my-business#visibility',
    ],
    [
      'verified and listed',
      { status: 'Verified', term: later, business: { ...business, status: 'listed' } },
      'Show that you are verified',
      '/my-business/badge',
    ],
    [
      'when the year is over soon',
      { status: 'Verified', term: { ...later, isOpen: true }, business: { ...business, status: 'listed' } },
      'Confirm that it is still true',
      '/verification#confirm',
    ],
  ])('%s', (_, progress, title, to) => {
    const step = stepOf(progress)
    expect([step.title, step.action?.to]).toEqual([title, to])
  })

  test('names the business of a draft, if it has a name', () => {
    expect(stepOf({ status: 'In Review', draftName: 'Fellside' }).text).toContain('about Fellside is saved')
    expect(stepOf({ status: 'In Review', draftName: '' }).text).toContain('What you filled in is saved')
  })
})

describe('what happens next', () => {
  // spec: way.6
  test('has dates while a submission waits, and says what follows', () => {
    const { coming } = stepOf({ status: 'In Review', sentAt, business })
    expect(coming.map(({ when }) => when)).toEqual(['Nov 24, 2026', 'By Dec 14, 2026', 'Within a minute', 'Every year'])
    expect(coming[2]?.text).toContain('Fellside Joinery is in the directory')
  })

  test('is sorry where it takes longer than was promised', () => {
    const { coming } = stepOf({ status: 'In Review', sentAt: new Date('2026-10-01T10:00:00Z'), business })
    expect(coming[1]?.when).toBe('Soon')
  })

  test('is not said once it is decided', () => {
    expect(stepOf({ status: 'Verified', term: later, sentAt, business }).coming).toEqual([])
  })
})

test.each([
  ['2026-11-24T10:00:00Z', '2026-12-14T10:00:00Z'],
  ['2026-11-28T10:00:00Z', '2026-12-17T10:00:00Z'],
  ['2026-11-27T23:59:00Z', '2026-12-17T23:59:00Z'],
])('what is sent at %s is decided by %s', (from, to) => {
  expect(verificationDecisionDueAt(new Date(from))).toEqual(new Date(to))
})
