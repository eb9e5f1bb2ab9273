import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import {
  deriveEmailLinkToken,
  isEmailLinkTokenValid,
  issueEmailLinkTokenId,
  redeemEmailLinkToken,
} from '#app/features/account/token-service.server.ts'
import type { MailDefinition } from '#app/platform/.server/mail/define-mail.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { platform, test } from '#tests/platform-test.ts'
import { sendAlreadyMemberMail, sendRegistrationConfirmationMail, sendWelcomeMail } from './mails.server.ts'

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

const sentMails = () => listCapturedMails(platform.db, 100)

// spec: 32.4
test('the link of a registration opens its page, and the mail is sent once', async () => {
  const { db, secret } = platform
  const tokenId = await issueEmailLinkTokenId(db, 'confirm', { userId, value: {} })
  await carryOut(sendRegistrationConfirmationMail, { userId, tokenId })
  await carryOut(sendRegistrationConfirmationMail, { userId, tokenId })
  const [mail, ...others] = await sentMails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'pat@sample.example', subject: 'Confirm your email address' })
  const token = deriveEmailLinkToken(secret, 'confirm', tokenId)
  const link = `http://muster.example/onboarding?token=${token}`
  expect(mail?.plainText.split('\n')).toContain(link)
  expect(mail?.html).toContain(`href="${link}"`)
  expect(await isEmailLinkTokenValid(db, secret, 'confirm', token)).toBe(true)
})

test('the mail of a registration says the name that was typed, as nothing but short text, and what to do otherwise', async () => {
  const name = `Win <a href="https://evil.example">evil.example</a> ${'x'.repeat(200)}`
  const tokenId = await issueEmailLinkTokenId(platform.db, 'confirm', { userId, value: { name } })
  await carryOut(sendRegistrationConfirmationMail, { userId, tokenId })
  const [mail] = await sentMails()
  const text = mail?.plainText.replace(/\s+/g, ' ')
  expect(text).toContain('with this address and the name Win a href https evil example evil examp….')
  expect(text).toContain('If this was not you, delete this email. Nobody can use an account with your address')
  expect(text).toContain('choose a new password. That deletes everything they typed')
  for (const link of ['evil.example', 'https://evil', '<a href="https://evil']) {
    expect(mail?.html).not.toContain(link)
    expect(mail?.plainText).not.toContain(link)
  }
})

test('a link that was used or has run out is not sent any more', async () => {
  const { db, secret } = platform
  const used = await issueEmailLinkTokenId(db, 'confirm', { userId, value: {} })
  await redeemEmailLinkToken(db, secret, 'confirm', deriveEmailLinkToken(secret, 'confirm', used))
  const old = await issueEmailLinkTokenId(db, 'confirm', { userId, value: {} })
  await db.execute(sql`UPDATE auth_tokens SET expires_at = now() - interval '1 second'`)
  for (const tokenId of [used, old]) await carryOut(sendRegistrationConfirmationMail, { userId, tokenId })
  expect(await sentMails()).toEqual([])
})

const others = [
  {
    kind: sendWelcomeMail,
    subject: 'Welcome to Muster',
    says: ['Hello Pat <b>Sample</b>,', 'http://muster.example/onboarding'],
  },
  {
    kind: sendAlreadyMemberMail,
    subject: 'You already have an account',
    says: ["you don't need to do anything", 'http://muster.example/auth'],
  },
]

test.each(others)('$kind.name says what happened, why it came, and goes once', async ({ kind, subject, says }) => {
  await carryOut(kind, { userId })
  await carryOut(kind, { userId })
  const [mail, ...more] = await sentMails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject, recipient: 'pat@sample.example' })
  const text = mail?.plainText.replace(/\s+/g, ' ')
  for (const part of [...says, "You're getting this email because"]) expect(text).toContain(part)
  expect(mail?.html).not.toContain('<b>Sample')
})

test('nobody is written to who has gone', async () => {
  await platform.db.delete(users).where(eq(users.id, userId))
  for (const { kind } of others) await carryOut(kind, { userId })
  expect(await sentMails()).toEqual([])
})
