import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VerificationNextActionSentence } from './status-line.tsx'

const dueAt = new Date('2027-01-10T12:00:00Z')
const endsAt = new Date('2027-02-10T00:00:00Z')
const due = { dueAt, endsAt, isOpen: true }
const later = { ...due, endsAt: null, isOpen: false }
const listed = { isActive: true }

test.each([
  ['Verified', due, listed, 'You are verified. Confirm before 10 February 2027 that it is all still true.'],
  ['Verified', { ...due, endsAt: null }, null, 'You are verified. Confirm before 10 January 2027'],
  ['Verified', later, listed, 'You are verified. There is nothing you need to do.'],
  ['Verified', later, null, 'You are verified. List your business next.'],
  ['Verified', later, { isActive: false }, 'You are verified. Your business is hidden from the directory.'],
  ['Verified', later, undefined, '>You are verified.<'],
  ['In Review', null, null, 'We have your documents and a reviewer is checking them. List your business next.'],
  [
    'In Review',
    null,
    listed,
    'We have your documents and a reviewer is checking them. There is nothing you need to do.',
  ],
  ['Pending', null, null, 'Your details are saved. Send a document when you are ready.'],
  [null, null, null, 'Tell us about your service to use the rest of Muster.'],
] as const)('a member who is %s, with a term of %j and the business %j', (status, term, business, line) => {
  expect(renderToString(<VerificationNextActionSentence {...{ status, term, business }} />)).toContain(line)
})
