import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import type { MailDefinition } from '#app/platform/.server/mail/define-mail.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { platform, test } from '#tests/platform-test.ts'
import * as mailDefinitions from './mails.server.ts'
import { users } from './tables.server.ts'
import {
  deriveEmailLinkToken,
  type EmailLinkPurpose,
  isEmailLinkTokenValid,
  issueEmailLinkTokenId,
  redeemEmailLinkToken,
} from './token-service.server.ts'

let userId: string

beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'auth_tokens', 'sent_mails', 'unconfirmed_mails', 'captured_mails')
  const [user] = await platform.db
    .insert(users)
    .values({ name: 'Pat <b>Sample</b>', email: 'pat@sample.example' })
    .returning()
  userId = user?.id ?? ''
})

const jobId = '0199aaaa-0000-7000-8000-000000000001'

async function carryOut<Data extends object>(mail: MailDefinition<Data>, data: Data): Promise<void> {
  await mail.handle(platform, data, jobId)
}

async function sentMails() {
  return listCapturedMails(platform.db, 100)
}

const moment = '2026-07-05T12:30:00.000Z'
const sessionId = '0199aaaa-0000-7000-8000-000000000002'

// spec: 151.2
test.each<{
  purpose: EmailLinkPurpose
  kind: typeof mailDefinitions.sendPasswordResetMail
  path: string
  to: string
  subject: string
}>([
  {
    purpose: 'reset',
    kind: mailDefinitions.sendPasswordResetMail,
    path: '/auth?reset=',
    to: 'pat@sample.example',
    subject: 'Choose a new password',
  },
  {
    purpose: 'change-address',
    kind: mailDefinitions.sendEmailChangeConfirmationMail,
    path: '/auth/address?token=',
    to: 'new@sample.example',
    subject: 'Confirm your new email address',
  },
])('the link of a $purpose mail opens what it is for, once, and the mail is sent once', async (example) => {
  const { purpose, kind, path, to, subject } = example
  const { db, secret } = platform
  const tokenId = await issueEmailLinkTokenId(db, purpose, { userId, value: { newEmail: 'new@sample.example' } })
  await carryOut(kind, { userId, tokenId })
  await carryOut(kind, { userId, tokenId })
  const [mail, ...others] = await sentMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: to, subject })
  const link = `http://muster.example${path}${deriveEmailLinkToken(secret, purpose, tokenId)}`
  expect(mail?.plainText.split('\n')).toContain(link)
  expect(mail?.html).toContain(`href="${link}"`)
  expect(mail?.plainText).toContain('If this was not you')
  expect(await isEmailLinkTokenValid(db, secret, purpose, deriveEmailLinkToken(secret, purpose, tokenId))).toBe(true)
})

test.each<[EmailLinkPurpose, typeof mailDefinitions.sendPasswordResetMail]>([
  ['reset', mailDefinitions.sendPasswordResetMail],
  ['change-address', mailDefinitions.sendEmailChangeConfirmationMail],
])('a %s link that was used or has run out is not sent any more', async (purpose, kind) => {
  const { db, secret } = platform
  const subject = { userId, value: { newEmail: 'new@sample.example' } }
  const used = await issueEmailLinkTokenId(db, purpose, subject)
  await redeemEmailLinkToken(db, secret, purpose, deriveEmailLinkToken(secret, purpose, used))
  const old = await issueEmailLinkTokenId(db, purpose, subject)
  await db.execute(sql`UPDATE auth_tokens SET expires_at = now() - interval '1 second'`)
  for (const tokenId of [used, old]) await carryOut(kind, { userId, tokenId })
  expect(await sentMails()).toEqual([])
})

const others: [MailDefinition<never>, object, { subject: string; to?: string; says: string[] }][] = [
  [
    mailDefinitions.sendPasswordChangedMail as MailDefinition<never>,
    { changedAt: moment },
    {
      subject: 'Your password was changed',
      says: ['5 July 2026 at 13:30, UK time', 'If this was not you', 'http://muster.example/auth'],
    },
  ],
  [
    mailDefinitions.sendNewSignInMail as MailDefinition<never>,
    { sessionId, device: 'Firefox on Windows', signedInAt: moment },
    {
      subject: 'New login to your account',
      says: ['Firefox on Windows', '5 July 2026 at 13:30, UK time', 'If this was not you'],
    },
  ],
  [
    mailDefinitions.sendEmailChangedMail as MailDefinition<never>,
    { oldEmail: 'old@sample.example', changedAt: moment },
    {
      subject: 'Your login email was changed',
      to: 'old@sample.example',
      says: ['5 July 2026 at 13:30, UK time', 'If this was not you'],
    },
  ],
  [
    mailDefinitions.sendTwoFactorRemovedMail as MailDefinition<never>,
    { changedAt: moment },
    {
      subject: 'Two-factor authentication was removed',
      says: [
        '5 July 2026 at 13:30, UK time',
        'If you did not ask for this',
        'http://muster.example/profile?tab=security',
      ],
    },
  ],
]

test.each(others.map(([kind, data, wanted]) => ({ name: kind.name, kind, data, wanted })))(
  '$name says what happened, why it came, and goes once',
  async ({ kind, data, wanted }) => {
    await carryOut(kind, { userId, ...data } as never)
    await carryOut(kind, { userId, ...data } as never)
    const [mail, ...more] = await sentMails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ subject: wanted.subject, recipient: wanted.to ?? 'pat@sample.example' })
    const text = mail?.plainText.replace(/\s+/g, ' ')
    for (const part of [...wanted.says, "You're getting this email because"]) expect(text).toContain(part)
    expect(mail?.html).not.toContain('<b>Sample')
  },
)

test('nobody is written to who has gone', async () => {
  await platform.db.delete(users).where(eq(users.id, userId))
  for (const [kind, data] of others) await carryOut(kind, { userId, ...data } as never)
  expect(await sentMails()).toEqual([])
})
