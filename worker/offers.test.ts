import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { restoreReplayLogEntrySchema } from '#app/features/backups/manifest-schema.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { partnerOffers } from '#app/features/content/service.server.ts'
import { raiseFailureAlerts } from '#app/features/monitoring/service.server.ts'
import { jobHandlers } from '#app/features/offers/job-handlers.server.ts'
import { canVaultOpenPartnerCodes } from '#app/features/offers/key-check-service.server.ts'
import * as mails from '#app/features/offers/mails.server.ts'
import { collectPersonalData, describePersonalData } from '#app/features/offers/personal-data-service.server.ts'
import {
  markPartnerCodesGivenAfterRestore,
  restoreGivenPartnerCode,
} from '#app/features/offers/restore-service.server.ts'
import {
  addPartnerCodes,
  getPartnerOffersForStaff,
  givePartnerCodes,
  hasRunOutOfPartnerCodes,
  removePartnerCodes,
  resealPartnerCodes,
} from '#app/features/offers/service.server.ts'
import { partnerCodes } from '#app/features/offers/tables.server.ts'
import { unsafeEraseMember } from '#app/features/privacy/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { auditEvents, restoreLogEntries } from '#app/platform/.server/database/tables.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { markEmailUndeliverable, unmarkEmailUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'

const admin = { ...actorOf('0b0c7e6c-6d3b-4f61-9a0e-1c8f8f2a5d11'), role: 'Admin', isStaff: true } as const
const shipped = partnerOffers.sage

afterEach(() => {
  partnerOffers.sage = shipped
})
beforeEach(async () => {
  await emptyTables(db, 'users', 'businesses', 'partner_codes', 'captured_mails', 'sent_mails', 'raised_alerts')
  await emptyTables(db, 'restore_log_entries', 'audit_events', 'undeliverable_addresses')
  await db.execute(sql`DELETE FROM pgboss.job`)
})

/** A verified member who is listed, unless said otherwise. */
async function member(
  options: Parameters<typeof createOwner>[1] & { isListed?: boolean; isConfirmed?: boolean } = {},
): Promise<string> {
  const { isListed = true, isConfirmed = true, ...owner } = options
  const id = await createOwner(db, owner)
  await db.update(users).set({ emailVerified: isConfirmed }).where(eq(users.id, id))
  if (isListed) await createBusiness(db, { profileId: id })
  return id
}
const emailOf = (id: string) => `owner-${id}@sample.example`
const setProfile = (id: string, values: Parameters<ReturnType<typeof db.update<typeof profiles>>['set']>[0]) =>
  db.update(profiles).set(values).where(eq(profiles.id, id))
const add = (...codes: string[]) => addPartnerCodes(platform, admin, { partner: 'sage', kind: 'single', codes })
const share = (code: string) => addPartnerCodes(platform, admin, { partner: 'sage', kind: 'shared', codes: [code] })
const send = (on = platform) => emptyQueue(on, [...jobHandlers, ...Object.values(mails)])
/** Gives what can be given, and sends it; each job runs twice. */
async function run(on = platform): Promise<void> {
  await givePartnerCodes(on)
  await send(on)
}
/** As if a day had passed since codes were given. */
const aDayLater = () => db.execute(sql`UPDATE partner_codes SET given_at = given_at - interval '1 day'`)
/** Who was sent which code. */
async function sent(): Promise<Record<string, string>> {
  const all = (await listCapturedMails(db, 100)).map(({ recipient, plainText }) => [
    recipient,
    /Your code: (\S+)/.exec(plainText)?.[1] ?? '',
  ])
  expect(new Set(all.map(([to]) => to)).size, 'one mail each').toBe(all.length)
  return Object.fromEntries(all)
}
const counts = async () => (await getPartnerOffersForStaff(platform, admin))[0]

// spec: world.6.1
test('a verified member with a listed business gets the link and a code, once, whatever happens later', async () => {
  const id = await member()
  await add('AB-1', 'AB-2')
  await run()
  const [mail] = await listCapturedMails(db, 1)
  expect(mail?.recipient).toBe(emailOf(id))
  expect(mail?.subject).toBe('Your link and code for Sage')
  expect(mail?.plainText).toContain(shipped?.link)
  const first = await sent()
  expect(Object.keys(first)).toEqual([emailOf(id)])
  await run()
  // Rejected, and verified again the year after; then another business.
  await setProfile(id, { verificationStatusId: 4 })
  await run()
  await setProfile(id, { verificationStatusId: 3, verificationStartsAt: sql`now() - interval '2 minutes'` })
  await createBusiness(db, { profileId: id })
  await aDayLater()
  await run()
  // A job that comes again after what was sent is forgotten.
  await emptyTables(db, 'sent_mails')
  const [code] = await db.select({ id: partnerCodes.id }).from(partnerCodes).where(eq(partnerCodes.profileId, id))
  await platform.jobs.enqueue(
    db,
    mails.sendPartnerCodeMail,
    { codeId: code?.id ?? '', partner: 'sage' },
    { event: 'again' },
  )
  await send()
  expect(await sent()).toEqual(first)
  expect(await counts()).toMatchObject({ left: 1, given: 1, waiting: 0 })
})

describe('who is not verified, listed and past the undo gets nothing until they are', () => {
  type Change = (id: string) => Promise<unknown>
  // spec: world.6.2
  test.each<[string, Parameters<typeof member>[0], Change]>([
    ['listed later', { isListed: false }, (id) => createBusiness(db, { profileId: id })],
    ['verified later', { status: 'In Review' }, (id) => setProfile(id, { verificationStatusId: 3 })],
    ['suspended', { suspended: true }, (id) => setProfile(id, { suspendedAt: null })],
    [
      'whose address is not confirmed',
      { isConfirmed: false },
      (id) => db.update(users).set({ emailVerified: true }).where(eq(users.id, id)),
    ],
  ])('%s', async (_, options, change) => {
    const id = await member(options)
    await add('AB-1')
    await run()
    expect(await sent()).toEqual({})
    expect(await counts()).toMatchObject({ left: 1, waiting: 0 })
    await change(id)
    await run()
    expect(await sent()).toEqual({ [emailOf(id)]: 'AB-1' })
  })

  // spec: world.6.2
  test('hidden by its owner', async () => {
    const id = await member()
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.profileId, id))
    await add('AB-1')
    await run()
    expect(await sent()).toEqual({})
  })

  // spec: world.6.2
  test('approved, while it can be undone, and undone', async () => {
    const [id, undone] = [await member(), await member()]
    await add('AB-1', 'AB-2')
    for (const each of [id, undone]) {
      await setProfile(each, { verificationStartsAt: sql`now() + interval '60 seconds'` })
    }
    await run()
    // It has begun, but an undo that was pressed in time may still be under way.
    for (const each of [id, undone]) await setProfile(each, { verificationStartsAt: sql`now() - interval '5 seconds'` })
    await run()
    expect(await sent()).toEqual({})
    await setProfile(undone, { verificationStatusId: 2, verificationStartsAt: null })
    await setProfile(id, { verificationStartsAt: sql`now() - interval '61 seconds'` })
    await run()
    expect(Object.keys(await sent())).toEqual([emailOf(id)])
  })

  // spec: world.6.2
  test('ended', async () => {
    const id = await member()
    await setProfile(id, { verificationEndsAt: sql`now() - interval '1 second'` })
    await add('AB-1')
    await run()
    expect(await sent()).toEqual({})
  })

  // spec: world.6.2
  test('not a veteran, where the offer is for them', async () => {
    if (shipped) partnerOffers.sage = { ...shipped, for: 'verified veterans' }
    await member({ relationship: 'Spouse or partner' })
    const veteran = await member()
    await add('AB-1', 'AB-2')
    await run()
    expect(Object.keys(await sent())).toEqual([emailOf(veteran)])
  })
})

describe('a code that was given', () => {
  // spec: world.6.3
  test('waits for a member who was revoked before it was sent, and goes to nobody else', async () => {
    const id = await member()
    await add('AB-1')
    await givePartnerCodes(platform)
    await setProfile(id, { verificationStatusId: 4 })
    await send()
    const other = await member()
    await aDayLater()
    await run()
    expect(await sent()).toEqual({})
    await setProfile(id, { verificationStatusId: 3 })
    await run()
    await run()
    expect(await sent()).toEqual({ [emailOf(id)]: 'AB-1' })
    expect(await counts()).toMatchObject({ left: 0, given: 1, waiting: 1 })
    await add('AB-2')
    await run()
    expect(await sent()).toMatchObject({ [emailOf(other)]: 'AB-2' })
  })

  // spec: world.6.3
  test('is sent when the mail server takes it, or knows the address again', async () => {
    const id = await member()
    await add('AB-1')
    const send = () => Promise.reject(new JobFailedError('away'))
    await expect(run({ ...platform, mailer: { ...platform.mailer, send } })).rejects.toThrow('away')
    await markEmailUndeliverable(db, platform.secret, emailOf(id))
    await aDayLater()
    await run()
    expect(await sent()).toEqual({})
    await unmarkEmailUndeliverable(db, platform.secret, emailOf(id))
    await givePartnerCodes(platform)
    await givePartnerCodes(platform)
    // Once a day, so that a queue that stands still does not grow.
    expect(await listJobs(db)).toHaveLength(1)
    await run()
    expect(await sent()).toEqual({ [emailOf(id)]: 'AB-1' })
  })

  // spec: world.6.3
  test('goes to nobody else once its member has left, before it was sent or after', async () => {
    await add('AB-1', 'AB-2')
    const one = await member()
    await run()
    const two = await member()
    await givePartnerCodes(platform)
    for (const id of [one, two]) {
      expect(await describePersonalData(db, id)).toHaveLength(1)
      await db.transaction((transaction) => unsafeEraseMember(platform, transaction, id))
    }
    await send()
    await member()
    await aDayLater()
    await run()
    // What was kept of the mails to those who left has gone with them.
    expect(await sent()).toEqual({})
    expect(await add('AB-1', 'AB-2')).toEqual({ added: 0, known: 2 })
    expect(await counts()).toMatchObject({ left: 0, given: 2, waiting: 1 })
  })

  // spec: world.6.3
  test('stays with its member when a backup from before is restored', async () => {
    const [one, two] = [await member(), await member()]
    await add('AB-1', 'AB-2')
    const [before] = await db.select().from(partnerCodes)
    await run()
    const first = await sent()
    expect(Object.keys(first).sort()).toEqual([one, two].map(emailOf).sort())
    const log = restoreReplayLogEntrySchema
      .array()
      .parse(await db.select().from(restoreLogEntries).orderBy(restoreLogEntries.id))
    // The backup has one of them, which nobody had then; the other was added after it.
    await db.delete(partnerCodes)
    if (before) await db.insert(partnerCodes).values(before)
    await emptyTables(db, 'captured_mails', 'sent_mails')
    await db.execute(sql`DELETE FROM pgboss.job`)
    for (const entry of [...log, ...log]) {
      if (entry.kind === 'code-given') await restoreGivenPartnerCode(db, entry.entry)
    }
    expect(await add('AB-1', 'AB-2', 'AB-3')).toEqual({ added: 1, known: 2 })
    const three = await member()
    await aDayLater()
    await run()
    expect(await sent()).toEqual({ [emailOf(three)]: 'AB-3' })
    // Where the log is lost, nobody knows which were given.
    await add('AB-4')
    await markPartnerCodesGivenAfterRestore(db)
    expect(await counts()).toMatchObject({ left: 0 })
  })
})

// spec: world.6.4
test('who finds no code left gets one when there are some; staff are told, once a day', async () => {
  const [one, two] = [await member(), await member()]
  await createMember(db, { role: 'Admin', email: 'ann@sample.example' })
  // Words that are samples promise nothing yet.
  expect(await hasRunOutOfPartnerCodes(platform)).toBe(false)
  if (shipped) partnerOffers.sage = { ...shipped, isSample: false }
  expect(await hasRunOutOfPartnerCodes(platform)).toBe(true)
  // They are given within minutes.
  await add('AB-0')
  expect(await hasRunOutOfPartnerCodes(platform)).toBe(false)
  await removePartnerCodes(platform, admin, 'sage')
  partnerOffers.sage = shipped
  await add('AB-1')
  await run()
  expect(await counts()).toMatchObject({ left: 0, given: 1, waiting: 1 })
  await raiseFailureAlerts(platform)
  await raiseFailureAlerts(platform)
  expect((await listJobs(db)).filter(({ name }) => name === 'monitoring.send-alert')).toMatchObject([
    { data: { cause: 'codes' } },
  ])
  await add('AB-2')
  await run()
  expect(Object.keys(await sent()).sort()).toEqual([one, two].map(emailOf).sort())
  expect(await hasRunOutOfPartnerCodes(platform)).toBe(false)
})

// spec: world.6.1
test('several workers and mails at once give each member one code, and no code twice', async () => {
  for (let count = 0; count < 4; count += 1) await member()
  await add('AB-1', 'AB-2', 'AB-3')
  await Promise.all([1, 2, 3].map(() => givePartnerCodes(platform)))
  const jobs = await listJobs(db)
  await Promise.all([...jobs, ...jobs].map(({ data }) => mails.sendPartnerCodeMail.handle(platform, data, '1')))
  expect(Object.values(await sent()).sort()).toEqual(['AB-1', 'AB-2', 'AB-3'])
  expect(await counts()).toMatchObject({ left: 0, given: 3, waiting: 1 })
})

// spec: world.6.5
test('one code for all goes to everybody once; another takes its place for those who come later', async () => {
  const [one, two] = [await member(), await member()]
  await add('AB-1')
  expect(await share('AB-1')).toEqual({ added: 0, known: 1 })
  await share('ALL-1')
  expect(await share('ALL-1')).toEqual({ added: 0, known: 1 })
  await run()
  await share('ALL-2')
  expect(await add('ALL-1', 'ALL-2')).toEqual({ added: 0, known: 2 })
  // What everybody had before may be set again.
  expect(await share('ALL-1')).toEqual({ added: 1, known: 0 })
  await share('ALL-2')
  const three = await member()
  await run()
  expect(await sent()).toEqual({ [emailOf(one)]: 'ALL-1', [emailOf(two)]: 'ALL-1', [emailOf(three)]: 'ALL-2' })
  expect(await counts()).toEqual({
    ...{ partner: 'sage', isOffered: true, hasShared: true, left: 1, given: 3, waiting: 0 },
  })
  expect(await removePartnerCodes(platform, admin, 'sage')).toBe(2)
  expect(await removePartnerCodes(platform, admin, 'sage')).toBe(0)
  expect(await counts()).toMatchObject({ hasShared: false, left: 0, given: 3 })
})

// spec: world.6.6
test('admins alone add and remove codes, staff alone see how many; the audit log has no code', async () => {
  const reviewer = await createStaff(db)
  const { userId } = await createMember(db)
  for (const [actor, error] of [
    [null, SignInRequiredError],
    [actorOf(userId), ActionNotAllowedError],
    [reviewer, ActionNotAllowedError],
  ] as const) {
    await expect(
      addPartnerCodes(platform, actor, { partner: 'sage', kind: 'single', codes: ['AB-1'] }),
    ).rejects.toThrow(error)
    await expect(removePartnerCodes(platform, actor, 'sage')).rejects.toThrow(error)
    if (actor !== reviewer) await expect(getPartnerOffersForStaff(platform, actor)).rejects.toThrow(error)
  }
  expect(await db.$count(partnerCodes)).toBe(0)
  expect(await add('AB-1', 'AB-2')).toEqual({ added: 2, known: 0 })
  expect(await add('AB-2', 'AB-3')).toEqual({ added: 1, known: 1 })
  await removePartnerCodes(platform, admin, 'sage')
  expect(await getPartnerOffersForStaff(platform, reviewer)).toMatchObject([{ left: 0 }])
  const events = await db.select().from(auditEvents)
  expect(events.map(({ action }) => action)).toEqual(['offer.codes-added', 'offer.codes-added', 'offer.codes-removed'])
  expect(JSON.stringify(events)).not.toContain('AB-')
})

// spec: world.6.6
test('the same list from two admins at once is added once, and ten thousand codes at a time', async () => {
  const codes = Array.from({ length: 10_000 }, (_, index) => `SAGE-${index}`)
  const some = codes.slice(0, 20)
  const results = await Promise.all([add(...some), add(...some)])
  expect(results.map(({ added }) => added).sort()).toEqual([0, 20])
  await add(...codes)
  expect(await counts()).toMatchObject({ left: 10_000 })
})

// spec: world.6.7
test('codes are sealed, change to a new key, and are in the copy of who was sent one', async () => {
  const id = await member()
  await add('AB-1', 'AB-2')
  await givePartnerCodes(platform)
  const copyOf = async (on: Platform) => (await collectPersonalData(db, id, on.vault)).records['codes-of-partners']
  expect(await copyOf(platform)).toMatchObject([{ partner: 'Sage', code: null }])
  const rows = JSON.stringify(await db.select().from(partnerCodes))
  expect(rows).not.toContain('AB-')
  const [older, newer] = [
    { id: 'tests', key: Buffer.alloc(32, 7) },
    { id: 'newer', key: Buffer.alloc(32, 9) },
  ] as const
  const after = { ...platform, vault: openVault([newer]) }
  expect(await canVaultOpenPartnerCodes(after)).toBe(false)
  await resealPartnerCodes({ ...platform, vault: openVault([newer, older]) })
  expect(await canVaultOpenPartnerCodes(after)).toBe(true)
  await send(after)
  expect(Object.keys(await sent())).toEqual([emailOf(id)])
  expect(await copyOf(after)).toMatchObject([{ code: expect.stringMatching(/^AB-[12]$/) }])
  expect(await addPartnerCodes(after, admin, { partner: 'sage', kind: 'single', codes: ['AB-1'] })).toMatchObject({
    known: 1,
  })
})

// spec: world.6.8
test('without an offer nobody gets a code, also one that was given already, and nobody is told', async () => {
  await member()
  await add('AB-1')
  await givePartnerCodes(platform)
  partnerOffers.sage = null
  await member()
  await run()
  expect(await sent()).toEqual({})
  expect(await counts()).toMatchObject({ isOffered: false, given: 1, waiting: 0 })
  expect(await hasRunOutOfPartnerCodes(platform)).toBe(false)
})
