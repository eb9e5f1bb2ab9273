import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobHandlersByName } from '../worker/handlers.ts'

/** Sentences of content/ by which we say that we send or tell something, by what is in them, and the mail that keeps each. */
const kept: Record<string, string> = {
  'an access link and a code reach you by email': 'offers.send-code',
  'If a partner offers something to verified members': 'offers.send-code',
  'We tell you every decision and the reason': 'verification.send-decision',
  'We send one email there': 'businesses.send-handover-invitation',
  'The owner of the business gets it by email': 'leads.send',
  'We send you one email to confirm your address': 'leads.send-confirmation',
  'we confirm your order by email': 'shop.send-order-confirmed',
  'If we cannot fulfil it, we will tell you': 'shop.send-order-cancelled',
  'If you leave an email address, we send you the decision': 'reports.send-answer',
  'we tell you by email and on [your decisions page]': 'reports.send-notice',
  // Goods.
  'We will replace it or refund you': 'shop.send-order-refunded',
  'we will refund what you paid': 'shop.send-order-refunded',
}

const promise = /\bby email\b|\breach(?:es)? you\b|\bwe (?:will )?(?:email|send|tell|refund)\b|\b(?:send|refund) you\b/i

// spec: world.6.9
test('whatever the content promises by email has a mail that keeps it', () => {
  const sentences = readdirSync('content')
    .filter((file) => /\.(?:md|yaml)$/.test(file))
    .flatMap((file) =>
      readFileSync(`content/${file}`, 'utf8')
        .replace(/^\s*#.*$/gm, '')
        .split(/\n\s*\n|\n\s*-? *\w+: |(?<=[.:?!])\s+/)
        .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
        .filter((sentence) => promise.test(sentence)),
    )
  const known = Object.keys(kept)
  expect(sentences.filter((sentence) => !known.some((words) => sentence.includes(words)))).toEqual([])
  expect(known.filter((words) => !sentences.some((sentence) => sentence.includes(words)))).toEqual([])
  expect(Object.values(kept).filter((name) => !jobHandlersByName.has(name))).toEqual([])
})
