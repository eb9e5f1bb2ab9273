import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readBouncesJob } from '#app/features/account/jobs.server.ts'
import { sendWelcome } from '#app/features/account/mails.server.ts'
import { requestPasswordReset, resetPassword } from '#app/features/account/service.server.ts'
import { users } from '#app/features/account/tables.server.ts'
import { getUndeliverableSince, readBounces } from '#app/features/account/undeliverable-service.server.ts'
import { raiseAlerts } from '#app/features/monitoring/service.server.ts'
import { raisedAlerts } from '#app/features/monitoring/tables.server.ts'
import { bounceSenderOf } from '#app/platform/.server/bounce-senders.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { Secret } from '#app/platform/.server/secret.ts'
import { findUndeliverable } from '#app/platform/.server/undeliverable.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createMember } from '#tests/factories/members.ts'
import { bringForward, listJobs, settleJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { type ImapServer, startImapServer } from '#tests/vendors/imap-server.ts'
import { type MailServer, startMailServer } from '#tests/vendors/mail-server.ts'
import { startWorker } from './run.ts'

const email = 'pat@sample.example'
const from = 'bounces@muster.example'

let imap: ImapServer
let mailServer: MailServer
let open: OpenPlatform
let platform: Platform

beforeAll(async () => {
  imap = await startImapServer()
  mailServer = await startMailServer()
  open = await openTestPlatform({ smtpUrl: mailServer.url, bounceMailbox: { imapUrl: imap.url, from } })
  platform = open.platform
  await startWorker(platform)
  await settleJobs(platform.db)
})
afterAll(async () => {
  await open.close()
  await Promise.all([imap.stop(), mailServer.stop()])
})
beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'sent_mails', 'undeliverable_addresses', 'failing_jobs', 'raised_alerts')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
})
afterEach(() => {
  imap.mails.length = 0
  imap.commands.length = 0
  imap.sentBytes = 0
  imap.breakAt(null)
  mailServer.received.length = 0
})

const senderOf = (recipient = email, sentAt = new Date()) => bounceSenderOf(platform.secret, from, recipient, sentAt)

/** A report as a mail server writes it. */
function report(to: string, { status = '5.1.1', action = 'failed', returned = 'Hello' } = {}): string {
  return `From: MAILER-DAEMON@mx.sample.example
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="b1"

--b1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.sample.example

Final-Recipient: rfc822; ${email}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 unknown user

--b1
Content-Type: message/rfc822

Subject: Welcome

${returned}
--b1--
`
}

const read = () => readBounces(platform)
const markedSince = (address = email) => findUndeliverable(platform.db, platform.secret, address)
const unread = () => imap.mails.filter(({ flags }) => !flags.has('\\Seen')).length

describe('an email that comes back later', () => {
  // spec: watch.14
  test('marks the address it was sent to, by the sender that the email had', async () => {
    const [user] = await platform.db.insert(users).values({ name: 'Pat Sample', email }).returning()
    const welcome = { userId: user?.id ?? '' }
    await platform.db.transaction((transaction) => platform.jobs.enqueue(transaction, sendWelcome, welcome))
    await settleJobs(platform.db)
    const [mail] = mailServer.received
    expect(mail).toMatchObject({ recipients: [email], from: { address: 'no-reply@muster.example' } })
    expect(mail?.envelopeFrom).toMatch(/^bounces\+[a-z2-7]{50}@muster\.example$/)
    expect(mail?.envelopeFrom.indexOf('@')).toBeLessThanOrEqual(64)
    expect(mail?.source).not.toContain('bounces+')

    imap.deliver(report(mail?.envelopeFrom.toUpperCase() ?? ''))
    await platform.db.transaction((transaction) => platform.jobs.enqueue(transaction, readBouncesJob, {}))
    await settleJobs(platform.db)
    expect(await markedSince()).toBeInstanceOf(Date)
    expect(unread()).toBe(0)

    await platform.db.transaction((transaction) => platform.jobs.enqueue(transaction, sendWelcome, welcome))
    await settleJobs(platform.db)
    expect(mailServer.received).toHaveLength(1)
  })

  // spec: watch.15
  test('does so once: who follows a link since is reached, whatever comes late or again', async () => {
    const member = await createMember(platform.db)
    const before = senderOf(member.email, new Date(Date.now() - 60_000))
    imap.deliver(report(before))
    await read()
    expect(await getUndeliverableSince(platform, member.userId)).toBeInstanceOf(Date)
    await requestPasswordReset(platform, { headers: new Headers(), clientIp: '192.0.2.1' }, member.email)
    await settleJobs(platform.db)
    const [, token = ''] = /\/auth\?reset=([\w.-]+)/.exec(mailServer.received[0]?.text ?? '') ?? []
    expect(await resetPassword(platform, token, 'another correct horse')).toBe(true)
    expect(await getUndeliverableSince(platform, member.userId)).toBeNull()
    imap.deliver(report(before))
    await read()
    expect(await getUndeliverableSince(platform, member.userId)).toBeNull()
    imap.deliver(report(senderOf(member.email, new Date(Date.now() + 60_000))))
    await read()
    expect(await getUndeliverableSince(platform, member.userId)).toBeInstanceOf(Date)
  })

  test.each([
    ['was delayed', () => report(senderOf(), { status: '4.4.1', action: 'delayed' })],
    ['failed for now', () => report(senderOf(), { status: '4.2.2' })],
    ['arrived', () => report(senderOf(), { status: '2.0.0', action: 'delivered' })],
    ['was refused as the server refuses us', () => report(senderOf(), { status: '5.7.1' })],
    ['was refused for its text', () => report(senderOf(), { status: '5.6.0' })],
    ['was sent long ago', () => report(senderOf(email, new Date('2026-01-01')))],
    ['was answered', () => `To: ${senderOf()}\nSubject: Out of office\n\nStatus: 5.1.1\nAction: failed\n`],
    ['was answered with nothing', () => `To: ${senderOf()}`],
    ['is not ours', () => report('bounces@muster.example')],
    ['has a boundary that never comes', () => report(senderOf()).replace('boundary="b1"', 'boundary="b2"')],
    ['says nothing of the recipient', () => report(senderOf()).replace(/\n\nFinal[\s\S]*unknown user/, '')],
  ])('marks nobody where it %s', async (_, source) => {
    imap.deliver(source())
    await read()
    expect(await markedSince()).toBeNull()
    expect(unread()).toBe(0)
  })

  // spec: watch.16
  test('marks nobody where its sender is forged', async () => {
    const genuine = senderOf()
    const flip = (index: number) => {
      const other = genuine[index] === 'a' ? 'b' : 'a'
      return genuine.slice(0, index) + other + genuine.slice(index + 1)
    }
    const start = 'bounces+'.length
    for (const at of [0, 9, 12, 33, 34, 40, 48]) imap.deliver(report(flip(start + at)))
    imap.deliver(report(bounceSenderOf(new Secret('a secret of somebody else, 32 characters'), from, email)))
    imap.deliver(report(genuine.replace('muster.example', 'muster.example.evil.example')))
    await read()
    expect(await markedSince()).toBeNull()
  })

  // spec: watch.17
  test('is not fetched whole, and a large one takes no more than a small one', async () => {
    imap.deliver(report(senderOf(), { returned: 'x'.repeat(30 * 2 ** 20) }))
    await read()
    expect(await markedSince()).toBeInstanceOf(Date)
    expect(imap.sentBytes).toBeLessThan(2_000)
  })

  test('is read no further than 64 KiB, and its header no further than 4 MiB', async () => {
    imap.deliver(report(senderOf()).replace('Reporting-MTA', `X-Long: ${'x'.repeat(2 ** 20)}\nReporting-MTA`))
    await read()
    expect(imap.sentBytes).toBeLessThan(70_000)
    imap.deliver(report(`${'x'.repeat(5 * 2 ** 20)}, ${senderOf()}`))
    await expect(read()).rejects.toThrow('could not be read')
    expect(await markedSince()).toBeNull()
  })

  // spec: watch.17
  test('is marked as read where it breaks the connection again and again, and the others are read', async () => {
    imap.breakAt(imap.deliver(report(senderOf('kim@sample.example'))))
    imap.deliver(report(senderOf()))
    await expect(read()).rejects.toThrow('the mailbox for bounces could not be read')
    expect(unread()).toBe(2)
    await expect(read()).rejects.toThrow('the mailbox for bounces could not be read')
    expect(await markedSince()).toBeInstanceOf(Date)
    expect(unread()).toBe(0)
    await read()
    expect(await markedSince('kim@sample.example')).toBeNull()
  })

  test('stays unread while the mark cannot be written', async () => {
    imap.deliver(report(senderOf()))
    await platform.db.execute(sql`ALTER TABLE undeliverable_addresses RENAME TO hidden`)
    await expect(read()).rejects.toThrow()
    await platform.db.execute(sql`ALTER TABLE hidden RENAME TO undeliverable_addresses`)
    expect(unread()).toBe(1)
    await read()
    expect(await markedSince()).toBeInstanceOf(Date)
  })
})

// spec: watch.18
test('a mailbox that is away is tried again, and told of after an hour', async () => {
  imap.deliver(report(senderOf()))
  const { mails, port } = imap
  await imap.stop()
  await platform.db.transaction((transaction) => platform.jobs.enqueue(transaction, readBouncesJob, {}))
  await expect.poll(async () => (await listJobs(platform.db))[0]?.state, { timeout: 20_000 }).toBe('retry')
  expect((await listJobs(platform.db))[0]?.output).toContain('the mailbox for bounces could not be read (ECONNREFUSED)')
  await raiseAlerts(platform)
  expect(await platform.db.$count(raisedAlerts)).toBe(0)
  await platform.db.execute(sql`UPDATE failing_jobs SET since = since - interval '61 minutes'`)
  await raiseAlerts(platform)
  expect(await platform.db.select().from(raisedAlerts)).toMatchObject([{ cause: 'bounces' }])
  imap = await startImapServer(port)
  imap.mails.push(...mails)
  await bringForward(platform.db)
  await settleJobs(platform.db)
  expect(await markedSince()).toBeInstanceOf(Date)
})

test('a password that is refused is said in words that name nobody', async () => {
  const imapUrl = imap.url.replace('secret', 'other')
  const wrong = readBounces({ ...platform, bounceMailbox: { imapUrl, from } })
  await expect(wrong).rejects.toThrow('the mailbox for bounces could not be read (it does not take our login)')
})

test('nothing is read where no mailbox is set', async () => {
  await readBounces({ ...platform, bounceMailbox: null })
  expect(imap.commands).toEqual([])
})
