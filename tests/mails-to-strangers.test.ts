import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { businesses, businessTransfers } from '#app/features/businesses/tables.server.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { enquiryRequests } from '#app/features/enquiries/tables.server.ts'
import { partnerCodes } from '#app/features/offers/tables.server.ts'
import { orders } from '#app/features/orders/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { sentMails, unconfirmedMails } from '#app/platform/.server/database/tables.ts'
import type { Mail } from '#app/platform/.server/mail/mail.ts'
import {
  countAndLimitMailToUnconfirmedAddress,
  deleteOldUnconfirmedMailCounts,
} from '#app/platform/.server/mail/unconfirmed-mails.ts'
import { jobHandlersByName } from '../worker/handlers.ts'
import { createEveryMail, type MailJob } from './every-mail.ts'
import { createBusiness } from './factories/businesses.ts'
import { createMember, type TestMember } from './factories/members.ts'
import { listJobs } from './jobs.ts'
import { platform, test } from './platform-test.ts'

// What goes to addresses of strangers, over every mail that is defined.

const linked = 'https://evil.example/now'
const hostile = `Acme ${linked} www.evil.example\r\nBcc: thief@evil.example \u202egnp\u202c \u200fevil\uff0ecom ${'x'.repeat(300)}`

let owner: TestMember
let sender: TestMember
let mails: MailJob[]

test.beforeAll(async () => {
  const { db } = platform
  owner = await createMember(db, { status: 'Verified' })
  sender = await createMember(db)
  const admin = await createMember(db, { role: 'Admin' })
  const { id: businessId } = await createBusiness(db, { profileId: owner.userId })
  await db.update(businesses).set({ name: hostile }).where(eq(businesses.id, businessId))
  mails = await createEveryMail(platform, { owner, sender, admin, businessId })
})
beforeEach(async () => {
  await platform.db.delete(sentMails)
  await platform.db.delete(unconfirmedMails)
})

/** Carries out the job of a mail; what it sent. */
async function send({ name, data }: MailJob, jobId: string = crypto.randomUUID()): Promise<Mail | undefined> {
  const sent: Mail[] = []
  const mailer = { ...platform.mailer, send: async (mail: Mail) => void sent.push(mail) }
  await jobHandlersByName.get(name)?.handle({ ...platform, mailer }, data, jobId)
  return sent[0]
}

async function sendAll() {
  const sent: { job: MailJob; mail: Mail }[] = []
  for (const job of mails) {
    // Of each mail, whatever came before it.
    await platform.db.delete(unconfirmedMails)
    await platform.db.update(partnerCodes).set({ sentAt: null })
    const mail = await send(job)
    if (!mail) throw new Error(`${job.name} sent nothing`)
    sent.push({ job, mail })
  }
  return sent
}

/** Whether whoever has this address has shown that they read mail there, works here, or has paid. */
async function isKnown(email: string): Promise<boolean> {
  const { db } = platform
  const [row] = await queryRows(
    db,
    sql`SELECT FROM ${users} u WHERE u.email = ${email} AND u.email_verified
        UNION ALL SELECT FROM ${enquiryRequests} r WHERE r.email = ${email} AND r.confirmed_at IS NOT NULL
        UNION ALL SELECT FROM ${orders} o WHERE o.email = ${email} AND o.paid_at IS NOT NULL`,
  )
  return row !== undefined || Object.values(siteDetails.mailboxes).includes(email)
}

test('every mail that is defined is tried here', () => {
  const defined = [...jobHandlersByName.values()].filter((handler) => 'queue' in handler && handler.queue === 'mail')
  expect(defined.map(({ name }) => name).sort()).toEqual([...new Set(mails.map(({ name }) => name))].sort())
})

// spec: hold.13.1
test('the name of a business makes no link in a mail to anybody but its owner, who reads it as it is', async () => {
  const naming: Record<string, string[]> = { owner: [], stranger: [] }
  for (const { job, mail } of await sendAll()) {
    const whole = [mail.subject, mail.html, mail.text, JSON.stringify(mail.headers), mail.replyTo?.name].join('\n')
    if (!whole.includes('Acme')) continue
    // The last two owners of the business.
    const isOwner = mail.to === owner.email || job.name === 'businesses.send-handed-on'
    naming[isOwner ? 'owner' : 'stranger']?.push(job.name)
    if (isOwner) {
      expect(whole.includes(linked), job.name).toBe(true)
      expect(whole.includes('x'.repeat(300)), job.name).toBe(true)
      continue
    }
    expect(whole, job.name).not.toMatch(/evil[.\uff0e]|x{81}|[\u202a-\u202e\u2066-\u2069]/)
    // The preview in the HTML is followed by such marks of our own.
    expect(`${mail.subject}${mail.text}`, job.name).not.toMatch(/[\u200e\u200f\u061c]/)
    expect(`${mail.subject}${mail.replyTo?.name}`, job.name).not.toMatch(/[\r\n]/)
  }
  expect(naming.stranger?.sort()).toEqual([
    'businesses.send-handover-invitation',
    'leads.send-confirmation',
    'leads.send-copy',
    'reports.send-answer',
  ])
  expect(naming.owner?.sort()).toEqual([
    'businesses.send-handed-on',
    'businesses.send-taken-on',
    'businesses.tell-about-street-address',
    'insight.send-month',
    'leads.send',
    'leads.send-reminder',
    'reports.send-notice',
    'verification.send-decision',
    'verification.send-fact-decided',
  ])
})

// spec: hold.9.10
test('of all mails five a day go to an address that nobody has confirmed', { timeout: 60_000 }, async () => {
  const { db, secret } = platform
  // The invitation of the others is to a member.
  await db
    .update(businessTransfers)
    .set({ invitedEmail: 'invited@typed.example' })
    .where(isNull(businessTransfers.endedAt))
  const limited: string[] = []
  const later: string[] = []
  for (const { job, mail } of await sendAll()) {
    if (await isKnown(mail.to)) continue
    limited.push(job.name)
    await db.delete(unconfirmedMails)
    const before = (await listJobs(db)).length
    // Also where the address is written in another way.
    const [name, domain] = mail.to.split('@')
    const ways = [
      mail.to,
      mail.to.toUpperCase(),
      `${name}+a@${domain}`,
      `${name}+b@${domain}`,
      `${name?.[0]}.${name?.slice(1)}@${domain}`,
    ]
    for (const [index, to] of ways.entries()) {
      expect(
        await countAndLimitMailToUnconfirmedAddress(db, secret, { event: `other:${index}`, to }),
        job.name,
      ).toEqual({
        allowed: true,
      })
    }
    // The first of the five is an hour old.
    await db
      .update(unconfirmedMails)
      .set({ countedAt: sql`now() - interval '1 hour'` })
      .where(eq(unconfirmedMails.event, 'other:0'))
    const id = crypto.randomUUID()
    expect(await send(job, id), job.name).toBeUndefined()
    // Nor at the next try.
    expect(await send(job, id), job.name).toBeUndefined()
    const waiting = (await listJobs(db)).slice(before)
    expect(waiting.length, job.name).toBeLessThan(2)
    for (const { name, startsIn } of waiting) {
      later.push(name)
      // As soon as there is room, so that nobody who goes on sending is first.
      expect(startsIn, name).toBeGreaterThan(82_700)
      expect(startsIn, name).toBeLessThanOrEqual(82_801)
    }
    await db.update(unconfirmedMails).set({ countedAt: sql`now() - interval '25 hours'` })
    expect((await send(job))?.to, job.name).toBe(mail.to)
    // One mail counts once, however often it is tried.
    await send(job)
    expect((await db.select().from(unconfirmedMails)).length, job.name).toBe(6)
  }
  expect([...new Set(limited)].sort()).toEqual([
    'account.send-address-change',
    'account.send-confirmation',
    'account.send-password-reset',
    'businesses.send-handover-invitation',
    'enquiries.send-complaint-answer',
    'enquiries.send-complaint-received',
    'leads.send-confirmation',
    'reports.send-answer',
    'reports.send-contest-answer',
  ])
  // What staff wrote, what the law asks for, and what lets somebody in whose mails others have used up.
  expect([...new Set(later)].sort()).toEqual([
    'account.send-confirmation',
    'enquiries.send-complaint-answer',
    'enquiries.send-complaint-received',
    'reports.send-answer',
    'reports.send-contest-answer',
  ])
})

test('many at the same time are five, and what no longer counts is deleted', async () => {
  const { db, secret } = platform
  // One mailbox, at the two names of its domain.
  const domains = ['gmail.com', 'googlemail.com', 'GoogleMail.com']
  const count = (n: number) =>
    countAndLimitMailToUnconfirmedAddress(db, secret, { event: `at-once:${n}`, to: `at-once@${domains[n % 3]}` })
  const counted = await Promise.all(Array.from({ length: 20 }, (_, n) => count(n)))
  expect(counted.filter(({ allowed }) => allowed)).toHaveLength(5)
  const events = (await db.select().from(unconfirmedMails)).map(({ event }) => event)
  await db
    .update(unconfirmedMails)
    .set({ countedAt: sql`now() - interval '15 days'` })
    .where(inArray(unconfirmedMails.event, events.slice(0, 2)))
  await deleteOldUnconfirmedMailCounts(db)
  expect((await db.select().from(unconfirmedMails)).length).toBe(3)
})
