import { describe, expect, test } from 'vitest'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { type Move, memberBadge, standingOf, statusAfter } from './rules.ts'

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
  test.each([
    ['Verified', 100, 'Verified', 'Your military service is verified', null],
    ['In Review', 75, 'Under Review', 'Review typically takes 2-5 business days', null],
    ['Pending', 25, 'Ready for submission', 'Your details are saved. Add a document to go on.', 'Submit Documents'],
    ['Rejected', 25, 'Needs Attention', 'Additional documents required', 'Review & Resubmit'],
    [null, 0, 'Not Started', 'Tell us about your service to begin.', 'Start Verification'],
    ['constructor', 0, 'Not Started', 'Tell us about your service to begin.', 'Start Verification'],
  ])('of %s is %i%%, %s', (status, progress, title, text, action) => {
    expect(standingOf(status)).toMatchObject({ progress, title, text, action })
  })
})

describe('memberBadge', () => {
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
