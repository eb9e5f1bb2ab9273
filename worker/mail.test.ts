import { sql } from 'drizzle-orm'
import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sendPasswordResetMail } from '#app/features/account/mails.server.ts'
import { users } from '#app/features/account/tables.server.ts'
import { issueEmailLinkTokenId } from '#app/features/account/token-service.server.ts'
import { sendRegistrationConfirmationMail, sendWelcomeMail } from '#app/features/registration/mails.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { openMailer } from '#app/platform/.server/mail/mail.ts'
import { findEmailUndeliverableSince, unmarkEmailUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { bringForward, listJobs, settleJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { type MailServer, startMailServer } from '#tests/vendors/mail-server.ts'
import { startWorker } from './run.ts'

let mailServer: MailServer
let open: PlatformHandle
let platform: Platform
let db: Database
let logged: string

beforeAll(async () => {
  mailServer = await startMailServer()
  logged = ''
  const log = createLog('info', {
    write: (line) => {
      logged += line
    },
  })
  open = await openTestPlatform({ smtpUrl: mailServer.url, log })
  platform = open.platform
  db = platform.db
  await startWorker(platform)
})
afterAll(async () => {
  await open.close()
  await mailServer.stop()
})
beforeEach(async () => {
  await emptyTables(db, 'users', 'sent_mails', 'undeliverable_addresses')
  await db.execute(sql`DELETE FROM pgboss.job`)
  logged = ''
})
afterEach(() => {
  mailServer.received.length = 0
  mailServer.refuse(null)
})

async function createUser(values: { name?: string; email?: string } = {}): Promise<{ id: string; email: string }> {
  const [user] = await db
    .insert(users)
    .values({ name: 'Pat Sample', email: 'pat@sample.example', ...values })
    .returning()
  if (!user) throw new Error('no user')
  return user
}

const welcome = (userId: string) =>
  db.transaction((transaction) => platform.jobs.enqueue(transaction, sendWelcomeMail, { userId }, { event: userId }))

describe('mail over SMTP', () => {
  test('is sent as text and HTML, with the link in both', async () => {
    const { id: userId } = await createUser()
    await db.transaction(async (transaction) => {
      const tokenId = await issueEmailLinkTokenId(transaction, 'confirm', { userId, value: {} })
      await platform.jobs.enqueue(
        transaction,
        sendRegistrationConfirmationMail,
        { userId, tokenId },
        { event: tokenId },
      )
    })
    await settleJobs(db)
    const [mail, ...others] = mailServer.received
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      subject: 'Confirm your email address',
      from: { name: 'Muster', address: 'no-reply@muster.example' },
      to: [{ address: 'pat@sample.example' }],
      recipients: ['pat@sample.example'],
    })
    const link = /http:\/\/muster\.example\/onboarding\?token=[\w.-]+/
    expect(mail?.text).toMatch(link)
    expect(mail?.html).toMatch(link)
    expect(mail?.html).toContain('<html')
    expect(mail?.messageId).toMatch(/^<[\da-f]{32}@muster\.example>$/)
  })

  test('waits while the server is down and leaves once it is up, without a word of it lost', async () => {
    const { id } = await createUser()
    await mailServer.stop()
    await welcome(id)
    await expect.poll(async () => (await listJobs(db))[0]?.state).toBe('retry')
    const [job] = await listJobs(db)
    expect(job?.output).toContain('the mail server did not take the mail (ESOCKET CONN)')
    mailServer = await startMailServer(mailServer.port)
    await bringForward(db)
    await settleJobs(db)
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(['Welcome to Muster'])
    expect(await listJobs(db)).toMatchObject([{ state: 'completed', data: null }])
  })

  test('leaves once, however often its event is queued, then and later', async () => {
    const { id } = await createUser()
    await Promise.all([welcome(id), welcome(id)])
    await settleJobs(db)
    await welcome(id)
    await db.execute(sql`DELETE FROM pgboss.job`)
    await welcome(id)
    await settleJobs(db)
    expect(mailServer.received).toHaveLength(1)
  })

  test('has the same Message-ID when it goes again because the server hung up before saying yes', async () => {
    const { id } = await createUser()
    mailServer.hangUpAfterNext()
    await welcome(id)
    await expect.poll(async () => (await listJobs(db))[0]?.state).toBe('retry')
    await bringForward(db)
    await settleJobs(db)
    expect(mailServer.received).toHaveLength(2)
    expect(new Set(mailServer.received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('refused for good is given up at once, names nobody there, and leaves when it is tried again', async () => {
    const { id } = await createUser()
    mailServer.refuse(550)
    await welcome(id)
    await settleJobs(db)
    const [failed, ...others] = await platform.jobs.listFailed()
    expect(others).toEqual([])
    expect(failed).toMatchObject({
      name: 'account.send-welcome',
      tries: 1,
      reason: 'the mail server did not take the mail (EENVELOPE RCPT TO 550)',
    })
    const [job] = await listJobs(db)
    expect(job?.output).not.toContain('pat@')
    expect(logged).toContain('"job":"account.send-welcome"')
    expect(logged).not.toContain('pat@')

    mailServer.refuse(null)
    await unmarkEmailUndeliverable(db, platform.secret, 'pat@sample.example')
    expect(await platform.jobs.retry(failed?.id ?? '')).toBe(true)
    await settleJobs(db)
    expect(mailServer.received).toHaveLength(1)
    expect(await platform.jobs.listFailed()).toEqual([])
  })

  // spec: watch.10
  test('goes to an address that a server does not know only when its owner asks for it', async () => {
    const { id: userId } = await createUser()
    mailServer.refuse(550)
    await welcome(userId)
    await settleJobs(db)
    expect(await findEmailUndeliverableSince(db, platform.secret, 'Pat@Sample.example')).toBeInstanceOf(Date)
    const rows = await queryRows(db, sql`SELECT * FROM undeliverable_addresses`)
    expect(JSON.stringify(rows)).not.toMatch(/pat|sample/i)
    mailServer.refuse(null)
    await db.execute(sql`DELETE FROM pgboss.job`)
    await welcome(userId)
    await settleJobs(db)
    expect(mailServer.received).toEqual([])
    await db.transaction(async (transaction) => {
      const tokenId = await issueEmailLinkTokenId(transaction, 'reset', { userId, value: {} })
      await platform.jobs.enqueue(transaction, sendPasswordResetMail, { userId, tokenId }, { event: tokenId })
    })
    await settleJobs(db)
    expect(mailServer.received).toHaveLength(1)
  })

  test.each([
    ['for now', 451, undefined],
    ['as its server refuses us, whoever the recipient is', 550, '5.7.1 your network is on a list'],
  ])('marks no address that is refused %s', async (_, code, words) => {
    const { id } = await createUser()
    mailServer.refuse(code, words)
    await welcome(id)
    await expect.poll(async () => (await listJobs(db))[0]?.state).toMatch(/retry|failed/)
    expect(await findEmailUndeliverableSince(db, platform.secret, 'pat@sample.example')).toBeNull()
  })

  test('refused for now is tried again', async () => {
    const { id } = await createUser()
    mailServer.refuse(451)
    await welcome(id)
    await expect.poll(async () => (await listJobs(db))[0]?.state).toBe('retry')
    mailServer.refuse(null)
    await bringForward(db)
    await settleJobs(db)
    expect(mailServer.received).toHaveLength(1)
  })

  test('takes no header and no recipient from a name or an address', async () => {
    const name = 'Pat\r\nBcc: thief@evil.example\r\n\r\n<script>alert(1)</script>'
    const { id } = await createUser({ name })
    await welcome(id)
    await settleJobs(db)
    const [mail] = mailServer.received
    expect(mail?.recipients).toEqual(['pat@sample.example'])
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.html).not.toContain('<script>')

    for (const to of ['pat@sample.example\r\nBcc: thief@evil.example', 'pat@sample.example, thief@evil.example']) {
      const event = `injection:${to}`
      await platform.mailer
        .send({ event, to, subject: 'Hello\r\nBcc: thief@evil.example', html: '<p>Hello</p>', text: 'Hello' })
        .catch(() => undefined)
    }
    for (const { recipients, headers } of mailServer.received) {
      expect(recipients.filter((recipient) => recipient === 'thief@evil.example')).toEqual([])
      expect(headers.map(({ key }) => key)).not.toContain('bcc')
    }
  })
})

test('an answer goes to whom a mail names, and what they typed makes no header and no second address', async () => {
  const mail = { to: 'team@muster.example', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
  const answerTo = (name: string, address: string) =>
    platform.mailer.send({ ...mail, event: `reply:${name}`, replyTo: { name, address } })
  await answerTo('Sam Sample, "Works"', 'sam@sample.example')
  await answerTo('Sam\r\nBcc: thief@evil.example', 'sam@sample.example')
  await answerTo('Kim', 'kim@sample.example\r\nBcc: thief@evil.example').catch(() => undefined)
  await answerTo('Pat', 'pat@sample.example, thief@evil.example').catch(() => undefined)
  expect(mailServer.received[0]).toMatchObject({
    from: { name: 'Muster', address: 'no-reply@muster.example' },
    replyTo: [{ name: 'Sam Sample, "Works"', address: 'sam@sample.example' }],
  })
  expect(mailServer.received[1]?.replyTo).toMatchObject([{ address: 'sam@sample.example' }])
  for (const { recipients, headers, replyTo } of mailServer.received) {
    expect(recipients).toEqual(['team@muster.example'])
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(replyTo?.map(({ address }) => address)).not.toContain('thief@evil.example')
  }
})

test('a mail carries the headers of its kind, and one nobody asked for says so', async () => {
  const kind = {
    name: 'tests.send-headers',
    schema: z.object({ id: z.string() }),
    load: async (_: Platform, { id }: { id: string }) => ({ id }),
    key: ({ id }: { id: string }) => `headers:${id}`,
    to: () => 'pat@sample.example',
    reader: 'owner' as const,
    templates: async () => null,
    render: () => ({ subject: 'Hello', body: createElement('p', null, 'Hello') }),
  }
  const headers = ({ id }: { id: string }) => ({ 'List-Unsubscribe': `<https://muster.example/stop/${id}>` })
  await defineMail({ ...kind, headers, isUnsolicited: true }).handle(platform, { id: 'both' }, 'first')
  await defineMail(kind).handle(platform, { id: 'neither' }, 'second')
  const [both, neither] = mailServer.received.map((mail) => mail.headers.map(({ key, value }) => `${key}: ${value}`))
  expect(both).toEqual(
    expect.arrayContaining([
      'list-unsubscribe: <https://muster.example/stop/both>',
      'auto-submitted: auto-generated',
      'x-auto-response-suppress: All',
    ]),
  )
  expect(neither?.join('\n')).not.toMatch(/^(List-Unsubscribe|Auto-Submitted|X-Auto-Response-Suppress):/im)
})

test('a job of a kind that this release does not know is left, and none of its tries is used up', async () => {
  await db.transaction((transaction) =>
    platform.jobs.enqueue(
      transaction,
      { ...sendWelcomeMail, name: 'account.send-flowers' },
      { userId: crypto.randomUUID() },
    ),
  )
  for (let meeting = 1; meeting <= 3; meeting += 1) {
    await bringForward(db)
    await settleJobs(db)
  }
  expect(await listJobs(db)).toMatchObject([{ name: 'account.send-flowers', state: 'created', tries: 0, output: '' }])
})

test('a failure that is not explained is kept by its name alone', async () => {
  await db.transaction((transaction) =>
    platform.jobs.enqueue(
      transaction,
      { name: 'files.delete', queue: 'work', schema: sendWelcomeMail.schema },
      { userId: crypto.randomUUID() },
    ),
  )
  await expect.poll(async () => (await listJobs(db))[0]?.state).toBe('retry')
  expect((await listJobs(db))[0]?.output).toContain('failed with ZodError; the log says more')
})

test('in production without a mail server mail waits, other work goes on, and the log says so', async () => {
  let output = ''
  const log = createLog('info', {
    write: (line) => {
      output += line
    },
  })
  const waiting = await openTestPlatform({ production: true, log })
  const { platform } = waiting
  try {
    await startWorker(platform)
    expect(output).toContain('mail waits in the queue until SMTP_URL is set')
    await platform.storage.put('avatars', 'a/b.webp', new Uint8Array([1]))
    await platform.db.transaction(async (transaction) => {
      await platform.jobs.enqueue(transaction, sendWelcomeMail, { userId: crypto.randomUUID() })
      await platform.jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: 'avatars', keys: ['a/b.webp'] })
    })
    await expect.poll(() => platform.storage.read('avatars', 'a/b.webp')).toBeNull()
    const [states] = await queryRows<{ mail: string }>(
      platform.db,
      sql`SELECT state AS mail FROM pgboss.job WHERE name = 'mail'`,
    )
    expect(states).toEqual({ mail: 'created' })
  } finally {
    await waiting.close()
  }
})

test('a mail kept instead of being sent is kept once an event', async () => {
  const post = openMailer(
    {
      smtpUrl: null,
      mailFrom: 'Muster <no-reply@muster.example>',
      production: false,
    },
    db,
  )
  const mail = { event: 'once', to: 'pat@sample.example', subject: 'Once', html: '<p>Once</p>', text: 'Once' }
  await Promise.all([post.send(mail), post.send(mail)])
  expect(await queryRows(db, sql`SELECT subject FROM captured_mails`)).toEqual([{ subject: 'Once' }])
})
