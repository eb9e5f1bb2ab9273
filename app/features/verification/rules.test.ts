import { describe, expect, test } from 'vitest'
import { memberBadge, standingOf } from './rules.ts'

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
