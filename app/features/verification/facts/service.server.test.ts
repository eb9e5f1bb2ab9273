import { globSync, readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { MyBusinessSectionValues } from '#app/features/businesses/section-form-schema.ts'
import { getOwnBusinessWithoutPictures, updateOwnBusinessSection } from '#app/features/businesses/service.server.ts'
import { businesses, businessTrades } from '#app/features/businesses/tables.server.ts'
import { londonDay, noonOfDay } from '#app/lib/days.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { pdf } from '#tests/factories/documents.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { uploadOf } from '#tests/uploads.ts'
import { recordDocumentSentToReviewer } from '../documents/opening-service.server.ts'
import {
  countOwnVerificationDocuments,
  getOwnDeletedVerificationDocuments,
  getOwnVerificationDocuments,
  readVerificationDocument,
} from '../documents/service.server.ts'
import { jobHandlers } from '../job-handlers.server.ts'
import * as mailDefinitions from '../mails.server.ts'
import { maintainVerifications } from '../maintenance/service.server.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from '../personal-data-service.server.ts'
import { documentOpenings, factChecks, verificationDocuments } from '../tables.server.ts'
import { getBusinessChecks } from './checks-service.server.ts'
import {
  decideBusinessFact,
  getBusinessesWithWaitingFacts,
  getWaitingBusinessFacts,
} from './decision-service.server.ts'
import type { BusinessFactDecisionInput } from './form-schema.ts'
import {
  getOwnConfirmableBusinessFacts,
  requestFactConfirmation,
  uploadFactCertificate,
  withdrawFactConfirmationRequest,
} from './service.server.ts'

let platform: Platform
let storage: RecordingStorage

test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})
beforeEach(async () => {
  await emptyTables(
    platform.db,
    'users',
    'businesses',
    'audit_events',
    'request_counts',
    'captured_mails',
    'sent_mails',
  )
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  storage.files.clear()
})

const dayMs = 86_400_000
const dayIn = (days: number) => londonDay(new Date(Date.now() + days * dayMs))

/** A listed business that states a company number, a registration and an insurance. */
async function plant(options: Parameters<typeof createBusiness>[1] = {}) {
  const business = await createBusiness(platform.db, {
    name: 'Fern & Hollow',
    businessSlug: 'fern-and-hollow',
    companyNumber: '01234567',
    insuranceKind: 'Public liability',
    insuranceUntil: dayIn(90),
    openingHours: 'Mondays',
    size: '2-9',
    serviceRadius: 20,
    ...options,
  })
  const actor = actorOf(business.profileId ?? '')
  const save = async (typed: Partial<MyBusinessSectionValues<'facts'>>) => {
    const own = await getOwnBusinessWithoutPictures(platform, actor)
    if (!own) throw new Error('there is no business')
    return updateOwnBusinessSection(platform, actor, 'facts', { ...own.values, ...typed } as never, own.versions.facts)
  }
  const facts = async () => (await getOwnConfirmableBusinessFacts(platform, actor))?.facts ?? []
  const factOf = async (fact: string) => (await facts()).find((each) => each.fact === fact)
  /** Asks about what is stated now; gives the id of the check that waits. */
  const ask = async (fact: string): Promise<string> => {
    const result = await requestFactConfirmation(platform, actor, { fact, value: (await factOf(fact))?.value ?? '' })
    if (result !== 'asked') throw new Error(`not asked: ${result}`)
    return (await factOf(fact))?.checkId ?? ''
  }
  const certify = (check: string, who: Actor = actor) =>
    uploadFactCertificate(platform, who, check, uploadOf(pdf('A certificate'), { name: 'certificate.pdf' }))
  return { business, actor, save, facts, factOf, ask, certify }
}

/** Lets a reviewer be sent every certificate of a check, each in a tab of its own. */
async function openCertificates(reviewer: Actor, check: string) {
  const rows = await platform.db
    .select({ id: verificationDocuments.id })
    .from(verificationDocuments)
    .where(eq(verificationDocuments.factCheckId, check))
  for (const { id } of rows) await recordDocumentSentToReviewer(platform, reviewer, id, 'by-itself')
}

const decision = (check: string, change: Partial<BusinessFactDecisionInput> = {}): BusinessFactDecisionInput => ({
  check,
  decision: 'register',
  subject: null,
  until: null,
  words: '',
  ...change,
})

/** What everybody reads of a fact. */
const shown = async (fact: string) =>
  (await getBusinessChecks(platform, null, 'fern-and-hollow'))?.facts.find((each) => each.fact === fact)

const finishQueue = () => emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])

describe('what was checked', () => {
  // spec: checked.1
  test('says the relationship with its dates, and of every fact that its owner states it', async () => {
    const { save } = await plant()
    await save({ gasSafe: '123456' })
    const checks = await getBusinessChecks(platform, null, 'fern-and-hollow')
    expect(checks).toMatchObject({
      relationship: { claim: 'Verified veteran-owned', basis: 'A person read documents that show it' },
      facts: [
        {
          label: 'Company number',
          text: '01234567',
          registerUrl: 'https://find-and-update.company-information.service.gov.uk/company/01234567',
          confirmed: null,
        },
        { label: 'Gas Safe registration', text: '123456', confirmed: null },
        { label: 'Insurance', text: expect.stringMatching(/^Public liability, until \d/), registerUrl: null },
        { label: 'Service area', text: 'Comes to you within 20 miles', confirmed: null },
        { label: 'Opening hours', text: 'Mondays', confirmed: null },
        { label: 'Size', text: '2 to 9 people', confirmed: null },
      ],
    })
    expect(checks?.relationship?.endsAt.getTime()).toBeGreaterThan(Date.now())
    // The day after the last one of the insurance, the next date on the page.
    expect(londonDay(checks?.changesAt ?? new Date())).toBe(dayIn(91))
  })

  test('is not for visitors where the business is not listed; its owner and admins read no verification', async () => {
    const { actor } = await plant({ isActive: false })
    expect(await getBusinessChecks(platform, null, 'fern-and-hollow')).toBeNull()
    expect(
      await getBusinessChecks(
        platform,
        actorOf((await plant({ businessSlug: 'other' })).actor.userId),
        'fern-and-hollow',
      ),
    ).toBeNull()
    expect(await getBusinessChecks(platform, await createStaff(platform.db), 'fern-and-hollow')).toBeNull()
    for (const viewer of [actor, await createStaff(platform.db, 'Admin')]) {
      const checks = await getBusinessChecks(platform, viewer, 'fern-and-hollow')
      expect(checks?.relationship).toBeNull()
      expect(checks?.facts).toHaveLength(5)
    }
  })

  test('leaves out an insurance that has ended, from the day after its last', async () => {
    const { business, factOf } = await plant({ insuranceUntil: dayIn(0) })
    expect(await shown('insurance')).toBeDefined()
    await platform.db
      .update(businesses)
      .set({ insuranceUntil: dayIn(-1) })
      .where(eq(businesses.id, business.id))
    expect(await shown('insurance')).toBeUndefined()
    expect(await factOf('insurance')).toMatchObject({ state: 'ended' })
  })
})

describe('asking', () => {
  // spec: checked.3
  test('counts once, however often it is pressed, also at once', async () => {
    const { actor, ask, factOf } = await plant()
    const asked = { fact: 'companyNumber', value: '01234567' }
    await Promise.all([1, 2, 3].map(() => requestFactConfirmation(platform, actor, asked)))
    await ask('companyNumber')
    expect(await platform.db.$count(factChecks)).toBe(1)
    expect(await factOf('companyNumber')).toMatchObject({ state: 'waiting' })
    expect(await factOf('insurance')).toMatchObject({ state: 'stated' })
  })

  test('is for the owner, about a fact that can be confirmed, as it is now', async () => {
    const { actor } = await plant()
    const other = await plant({ businessSlug: 'other', companyNumber: null })
    const asked = { fact: 'companyNumber', value: '01234567' }
    await expect(requestFactConfirmation(platform, null, asked)).rejects.toThrow(SignInRequiredError)
    expect(await requestFactConfirmation(platform, other.actor, asked)).toBe('changed')
    expect(await requestFactConfirmation(platform, actor, { ...asked, value: '7654321' })).toBe('changed')
    for (const fact of ['size', 'openingHours', 'toString', '']) {
      expect(await requestFactConfirmation(platform, actor, { fact, value: '2-9' }), fact).toBe('changed')
    }
    expect(await platform.db.$count(factChecks)).toBe(0)
  })

  test('about a new value replaces what waited, with its certificate', async () => {
    const { save, ask, certify, factOf } = await plant()
    const first = await ask('insurance')
    expect(await certify(first)).toMatchObject({ outcome: 'stored' })
    await save({ insuranceKind: 'Public and product liability' })
    expect(await factOf('insurance')).toMatchObject({ state: 'stated', checkId: null })
    expect(await ask('insurance')).not.toBe(first)
    expect(await platform.db.$count(factChecks)).toBe(1)
    await finishQueue()
    expect(storage.files.size).toBe(0)
  })

  test('is taken back by the owner alone, with what was uploaded', async () => {
    const { actor, ask, certify } = await plant()
    const check = await ask('companyNumber')
    await certify(check)
    const other = await plant({ businessSlug: 'other' })
    expect(await withdrawFactConfirmationRequest(platform, other.actor, check)).toBe(false)
    expect(await withdrawFactConfirmationRequest(platform, actor, 'not an id')).toBe(false)
    expect(await withdrawFactConfirmationRequest(platform, actor, check)).toBe(true)
    expect(await withdrawFactConfirmationRequest(platform, actor, check)).toBe(false)
    await finishQueue()
    expect([await platform.db.$count(factChecks), storage.files.size]).toEqual([0, 0])
  })
})

describe('a certificate', () => {
  // spec: checked.6
  test('is sealed, and opened by its owner and reviewers alone; each reading is recorded', async () => {
    const { actor, ask, certify } = await plant()
    const stored = await certify(await ask('insurance'))
    const id = stored.outcome === 'stored' ? stored.id : ''
    const [file] = [...storage.files]
    const lying = await storage.read('verification-documents', file?.replace('verification-documents/', '') ?? '')
    expect(Buffer.from(lying?.bytes ?? []).includes('certificate')).toBe(false)
    const reviewer = await createStaff(platform.db)
    for (const reader of [actor, reviewer])
      expect(await readVerificationDocument(platform, reader, id)).toMatchObject({ type: 'pdf' })
    const { actor: stranger } = await plant({ businessSlug: 'other' })
    expect(await readVerificationDocument(platform, stranger, id)).toBeNull()
    expect(await platform.db.$count(auditEvents, eq(auditEvents.action, 'verification.document.read'))).toBe(2)
  })

  test('is no evidence of a verification', async () => {
    const { actor, ask, certify } = await plant()
    await certify(await ask('insurance'))
    expect(await countOwnVerificationDocuments(platform, actor)).toBe(0)
    expect(await getOwnVerificationDocuments(platform, actor)).toEqual([])
  })

  test('is taken for what waits, three times, and from its owner alone', async () => {
    const { business, ask, certify } = await plant()
    const check = await ask('companyNumber')
    const other = await plant({ businessSlug: 'other' })
    expect(await certify(check, other.actor)).toEqual({ outcome: 'closed' })
    for (let time = 1; time <= 3; time += 1) expect(await certify(check)).toMatchObject({ outcome: 'stored' })
    expect(await certify(check)).toMatchObject({ outcome: 'refused', reason: 'too-many' })
    await decideBusinessFact(platform, await createStaff(platform.db), business.id, decision(check))
    expect(await certify(check)).toEqual({ outcome: 'closed' })
  })

  test('is deleted so many days after the decision, with only its kind and dates kept', async () => {
    const { business, actor, ask, certify } = await plant()
    const check = await ask('insurance')
    await certify(check)
    const reviewer = await createStaff(platform.db)
    await openCertificates(reviewer, check)
    await decideBusinessFact(platform, reviewer, business.id, decision(check, { decision: 'certificate' }))
    const { evidenceDays } = platform.verificationTerms
    const decided = (days: number) =>
      platform.db.update(factChecks).set({ decidedAt: new Date(Date.now() - days * dayMs) })
    await decided(evidenceDays - 1)
    await maintainVerifications(platform)
    await finishQueue()
    expect(storage.files.size).toBe(1)
    await decided(evidenceDays + 1)
    await maintainVerifications(platform)
    await finishQueue()
    expect(storage.files.size).toBe(0)
    const [row] = await platform.db.select().from(verificationDocuments)
    expect(row).toMatchObject({ kind: 'certificate', fileBucketUrl: null, fileName: null, size: null })
    expect(row?.deletedAt).toBeInstanceOf(Date)
    expect(await getOwnDeletedVerificationDocuments(platform, actor)).toEqual([])
    expect((await shown('insurance'))?.confirmed).not.toBeNull()
  })

  test.each([
    ['the owner has changed what they asked about', { insuranceKind: 'Product liability' }],
    ['the insurance has ended', { insuranceUntil: dayIn(-1) }],
  ])('is deleted by the next run if %s', async (_, change) => {
    const { business, ask, certify } = await plant({ insuranceUntil: dayIn(0) })
    const check = await ask('insurance')
    await certify(check)
    await maintainVerifications(platform)
    await finishQueue()
    expect(storage.files.size).toBe(1)
    await platform.db.update(businesses).set(change).where(eq(businesses.id, business.id))
    if ('insuranceUntil' in change) {
      // The same insurance, a day later.
      await platform.db.update(factChecks).set({ value: `${change.insuranceUntil} Public liability` })
    }
    await maintainVerifications(platform)
    await finishQueue()
    expect(storage.files.size).toBe(0)
  })
})

describe('a reviewer', () => {
  // spec: checked.4
  test('confirms by the public register; who, how, when and until when is stored', async () => {
    const { business, save, ask, factOf } = await plant()
    await save({ gasSafe: '123456' })
    const check = await ask('gasSafe')
    const reviewer = await createStaff(platform.db)
    expect(await getBusinessesWithWaitingFacts(platform, reviewer)).toMatchObject([{ id: business.id, count: 1 }])
    expect(await getWaitingBusinessFacts(platform, reviewer, business.id)).toMatchObject({
      outcome: 'open',
      facts: [{ checkId: check, fact: 'gasSafe', value: '123456', certificates: [] }],
    })
    expect(await decideBusinessFact(platform, reviewer, business.id, decision(check))).toBe('done')
    expect(await platform.db.select().from(factChecks)).toMatchObject([
      { fact: 'gasSafe', value: '123456', method: 'register', reviewerId: reviewer.userId, until: dayIn(365) },
    ])
    expect((await shown('gasSafe'))?.confirmed).toMatchObject({
      how: 'seen in the public register',
      until: noonOfDay(dayIn(365)),
    })
    expect(await factOf('gasSafe')).toMatchObject({ state: 'confirmed' })
    expect(await getBusinessesWithWaitingFacts(platform, reviewer)).toEqual([])
    expect(await queryRows(platform.db, sql`SELECT action, actor_id, subject_id, detail FROM audit_events`)).toEqual([
      {
        action: 'fact.confirmed',
        actor_id: reviewer.userId,
        subject_id: business.id,
        detail: { fact: 'gasSafe', method: 'register' },
      },
    ])
  })

  test('confirms an insurance by its certificate only, and until its last day', async () => {
    const { business, ask, certify } = await plant()
    const check = await ask('insurance')
    const reviewer = await createStaff(platform.db)
    // Without a certificate there is nothing to look at.
    expect(await getBusinessesWithWaitingFacts(platform, reviewer)).toEqual([])
    const decide = (change: Partial<BusinessFactDecisionInput>) =>
      decideBusinessFact(platform, reviewer, business.id, decision(check, change))
    expect(await decide({ decision: 'register' })).toBe('no-register')
    expect(await decide({ decision: 'certificate' })).toBe('no-certificate')
    await certify(check)
    expect(await getWaitingBusinessFacts(platform, reviewer, business.id)).toMatchObject({
      facts: [{ fact: 'insurance', certificates: [{ fileName: 'certificate.pdf' }] }],
    })
    await openCertificates(reviewer, check)
    expect(await decide({ decision: 'certificate', until: dayIn(300) })).toBe('done')
    expect((await shown('insurance'))?.confirmed).toMatchObject({
      how: 'seen on the certificate',
      until: noonOfDay(dayIn(90)),
    })
  })

  // spec: hold.1.30
  test('confirms by certificates only once they were sent all of each, and nobody else for them', async () => {
    const { business, actor, ask, certify } = await plant()
    const check = await ask('insurance')
    await certify(check)
    const reviewer = await createStaff(platform.db)
    const decide = () =>
      decideBusinessFact(platform, reviewer, business.id, decision(check, { decision: 'certificate' }))
    expect(await decide()).toBe('unopened')
    // That the owner or a colleague opened it shows this reviewer nothing.
    await openCertificates(actor, check)
    await openCertificates(await createStaff(platform.db), check)
    expect(await decide()).toBe('unopened')
    await openCertificates(reviewer, check)
    await platform.db.update(documentOpenings).set({ shownAt: null })
    expect(await decide()).toBe('unopened')
    await openCertificates(reviewer, check)
    await certify(check)
    expect(await decide()).toBe('unopened')
    expect((await shown('insurance'))?.confirmed).toBeNull()
    await openCertificates(reviewer, check)
    expect(await decide()).toBe('done')
  })

  test('says why not, and the owner asks again', async () => {
    const { business, ask, factOf } = await plant()
    const reviewer = await createStaff(platform.db)
    const declined = decision(await ask('companyNumber'), { decision: 'decline', words: 'It is dissolved.' })
    expect(await decideBusinessFact(platform, reviewer, business.id, declined)).toBe('done')
    expect(await factOf('companyNumber')).toMatchObject({ state: 'declined', words: 'It is dissolved.' })
    expect((await shown('companyNumber'))?.confirmed).toBeNull()
    await ask('companyNumber')
    expect(await factOf('companyNumber')).toMatchObject({ state: 'waiting' })
    await finishQueue()
    const mails = await listCapturedMails(platform.db, 10)
    expect(mails.map(({ subject }) => subject)).toEqual(['Not confirmed: Company number'])
  })

  test('is on the staff, and never confirms their own', async () => {
    const reviewer = await createStaff(platform.db)
    const { business, actor, ask } = await plant({ profileId: reviewer.userId })
    const check = await ask('companyNumber')
    expect(await getBusinessesWithWaitingFacts(platform, reviewer)).toEqual([])
    expect(await getWaitingBusinessFacts(platform, reviewer, business.id)).toEqual({ outcome: 'own' })
    await expect(decideBusinessFact(platform, reviewer, business.id, decision(check))).rejects.toThrow(
      ActionNotAllowedError,
    )
    await expect(decideBusinessFact(platform, actor, business.id, decision(check))).rejects.toThrow(
      ActionNotAllowedError,
    )
    await expect(decideBusinessFact(platform, null, business.id, decision(check))).rejects.toThrow(SignInRequiredError)
    await expect(getBusinessesWithWaitingFacts(platform, actor)).rejects.toThrow(ActionNotAllowedError)
    await expect(getWaitingBusinessFacts(platform, actor, business.id)).rejects.toThrow(ActionNotAllowedError)
  })

  test('decides once: of two at once the second learns that it is decided', async () => {
    const { business, ask } = await plant()
    const check = await ask('companyNumber')
    const reviewers = [await createStaff(platform.db), await createStaff(platform.db, 'Admin')]
    const results = await Promise.all(
      reviewers.map((reviewer) => decideBusinessFact(platform, reviewer, business.id, decision(check))),
    )
    expect(results.toSorted()).toEqual(['closed', 'done'])
  })

  test('decides what is stated now, of the business that was shown', async () => {
    const { business, save, ask } = await plant()
    await save({ gasSafe: '123456' })
    const check = await ask('gasSafe')
    const reviewer = await createStaff(platform.db)
    const other = await plant({ businessSlug: 'other' })
    expect(await decideBusinessFact(platform, reviewer, other.business.id, decision(check))).toBe('closed')
    for (const id of ['no id', other.actor.userId]) {
      expect(await decideBusinessFact(platform, reviewer, id, decision(check))).toBe('not-found')
      expect(await getWaitingBusinessFacts(platform, reviewer, id)).toEqual({ outcome: 'not-found' })
    }
    await save({ gasSafe: '654321' })
    expect(await decideBusinessFact(platform, reviewer, business.id, decision(check))).toBe('changed')
    expect(await getBusinessesWithWaitingFacts(platform, reviewer)).toEqual([])
  })
})

describe('a confirmation ends', () => {
  const confirmed = async () => {
    const planted = await plant()
    await planted.save({ gasSafe: '123456' })
    const check = await planted.ask('gasSafe')
    await decideBusinessFact(platform, await createStaff(platform.db), planted.business.id, decision(check))
    return planted
  }

  // spec: checked.5
  test('with a change by the owner', async () => {
    const { save, factOf } = await confirmed()
    await save({ size: '10-49' })
    expect((await shown('gasSafe'))?.confirmed).not.toBeNull()
    await save({ gasSafe: '654321' })
    expect(await shown('gasSafe')).toMatchObject({ text: '654321', confirmed: null })
    expect(await factOf('gasSafe')).toMatchObject({ state: 'stated' })
    await save({ gasSafe: null })
    expect(await shown('gasSafe')).toBeUndefined()
  })

  test('with its last day, and no job runs', async () => {
    const { factOf, ask } = await confirmed()
    await platform.db.update(factChecks).set({ until: dayIn(0) })
    expect((await shown('gasSafe'))?.confirmed).not.toBeNull()
    await platform.db.update(factChecks).set({ until: dayIn(-1) })
    expect((await shown('gasSafe'))?.confirmed).toBeNull()
    expect(await factOf('gasSafe')).toMatchObject({ state: 'ended' })
    await ask('gasSafe')
    expect(await factOf('gasSafe')).toMatchObject({ state: 'waiting' })
  })

  test('not when its reviewer leaves', async () => {
    await confirmed()
    await platform.db.execute(sql`DELETE FROM users WHERE id IN (SELECT reviewer_id FROM fact_checks)`)
    expect((await shown('gasSafe'))?.confirmed).not.toBeNull()
  })
})

test('what was asked and uploaded is in the copy of the data, without the reviewer, and erased', async () => {
  const { business, actor, ask, certify } = await plant()
  const check = await ask('insurance')
  await certify(check)
  const reviewer = await createStaff(platform.db)
  await openCertificates(reviewer, check)
  await decideBusinessFact(platform, reviewer, business.id, decision(check, { decision: 'certificate' }))
  const { records, files } = await collectPersonalData(platform.db, actor.userId, platform.vault)
  expect(records['business-facts-confirmed']).toMatchObject([{ fact: 'insurance', method: 'certificate' }])
  expect(records['verification-documents']).toMatchObject([{ kind: 'certificate', fileName: 'certificate.pdf' }])
  expect(JSON.stringify(records)).not.toContain(reviewer.userId)
  expect(files).toMatchObject([{ name: 'document-1.pdf', isSealed: true }])
  expect(await describePersonalData(platform.db, actor.userId)).toContain(
    'What you asked us to confirm about your business, with the certificates',
  )
  const erased = await erasePersonalData(platform.db, actor.userId)
  expect(erased.flatMap(({ keys }) => keys)).toHaveLength(1)
  await platform.db.delete(businesses).where(eq(businesses.id, business.id))
  expect([await platform.db.$count(factChecks), await platform.db.$count(verificationDocuments)]).toEqual([0, 0])
})

describe('a confirmation is of the business as it was seen', () => {
  /** A business in Kendal whose company number and insurance are confirmed. */
  async function confirm() {
    const planted = await plant({ city: 'Kendal', postcode: 'LA9 4XX', industry: 'Arts & Crafts' })
    const { business, actor, ask, certify } = planted
    await addTrades(business.id, ['plumber', 'electrician'])
    const reviewer = await createStaff(platform.db)
    const check = await ask('companyNumber')
    const insurance = await ask('insurance')
    await certify(insurance)
    expect(await decideBusinessFact(platform, reviewer, business.id, decision(check))).toBe('done')
    await openCertificates(reviewer, insurance)
    const seen = decision(insurance, { decision: 'certificate' })
    expect(await decideBusinessFact(platform, reviewer, business.id, seen)).toBe('done')
    const saveIn = async <Which extends 'basic' | 'address'>(
      section: Which,
      typed: Partial<MyBusinessSectionValues<Which>>,
    ) => {
      const own = await getOwnBusinessWithoutPictures(platform, actor)
      if (!own) throw new Error('there is no business')
      const values = { ...own.values, ...typed } as never
      expect(await updateOwnBusinessSection(platform, actor, section, values, own.versions[section])).toMatchObject({
        outcome: 'saved',
      })
    }
    return { ...planted, reviewer, saveIn }
  }

  async function addTrades(businessId: string, ids: string[]) {
    await platform.db.execute(sql`DELETE FROM business_trades WHERE business_id = ${businessId}`)
    for (const [orderIndex, tradeId] of ids.entries())
      await platform.db.insert(businessTrades).values({ businessId, tradeId, orderIndex })
  }

  /** What is confirmed of the only business there is, whatever it is called. */
  const confirmedNow = async () => {
    const [row, ...others] = await platform.db.select({ slug: businesses.businessSlug }).from(businesses)
    const checks = row && others.length === 0 ? await getBusinessChecks(platform, null, row.slug ?? '') : null
    if (!checks) throw new Error('there is no one business')
    return checks.facts.filter(({ confirmed }) => confirmed !== null).map(({ fact }) => fact)
  }

  type Confirmed = Awaited<ReturnType<typeof confirm>>

  // spec: hold.7.1
  test.each<[string, (confirmed: Confirmed) => Promise<unknown>, string[]]>([
    ['the form of the name', ({ saveIn }) => saveIn('basic', { name: 'Quay Gas' }), []],
    ['the form of the industry', ({ saveIn }) => saveIn('basic', { industryId: 4 }), ['companyNumber']],
    [
      'the form of the trades',
      ({ saveIn }) => saveIn('basic', { trade1: 'plumber', trade2: null, trade3: null }),
      ['companyNumber'],
    ],
    ['the form of the address', ({ saveIn }) => saveIn('address', { city: 'Leeds' }), ['companyNumber']],
    ['another postcode', ({ saveIn }) => saveIn('address', { postcode: 'LS6 2AB' }), ['companyNumber']],
    [
      'an admin, an import or a restore',
      ({ business }) => platform.db.update(businesses).set({ name: 'Quay Gas' }).where(eq(businesses.id, business.id)),
      [],
    ],
    ['trades that are written again', ({ business }) => addTrades(business.id, ['plumber']), ['companyNumber']],
    [
      'another owner',
      async ({ business }) =>
        platform.db
          .update(businesses)
          .set({ profileId: await createOwner(platform.db) })
          .where(eq(businesses.id, business.id)),
      [],
    ],
  ])('and ends with a change by %s', async (_, change, left) => {
    const confirmed = await confirm()
    expect(await confirmedNow()).toEqual(['companyNumber', 'insurance'])
    await change(confirmed)
    expect(await confirmedNow()).toEqual(left)
  })

  // spec: hold.7.2
  test('and goes on where only case, spacing, punctuation or accents change, the order of trades, or the county', async () => {
    const { business, saveIn } = await confirm()
    await saveIn('basic', { name: 'FERN  and Höllow.' })
    await saveIn('address', { city: 'kendal', postcode: 'la94xx', county: 'Cumbria' })
    await addTrades(business.id, ['electrician', 'plumber'])
    expect(await confirmedNow()).toEqual(['companyNumber', 'insurance'])
  })

  // spec: hold.7.3
  test('the owner may ask again, and the reviewer sees what was confirmed beside what it says now', async () => {
    const { business, saveIn, factOf, ask, reviewer } = await confirm()
    await saveIn('basic', { name: 'Quay Gas' })
    expect(await factOf('companyNumber')).toMatchObject({
      state: 'renamed',
      before: { name: 'Fern & Hollow', place: null, trades: null },
      now: { name: 'Quay Gas' },
    })
    expect(await factOf('insurance')).toMatchObject({
      state: 'renamed',
      before: {
        name: 'Fern & Hollow',
        place: 'Kendal, LA9 4XX',
        trades: expect.stringMatching(/Electrician.*Plumber/),
      },
    })
    const check = await ask('companyNumber')
    await saveIn('basic', { name: 'Harbour Gas' })
    expect(await getWaitingBusinessFacts(platform, reviewer, business.id)).toMatchObject({
      facts: [
        {
          checkId: check,
          now: { name: 'Harbour Gas' },
          asked: { name: 'Quay Gas' },
          confirmed: { value: '01234567', for: { name: 'Fern & Hollow' }, at: expect.any(Date) },
        },
      ],
    })
  })

  // spec: hold.7.4
  test('nothing is confirmed that was renamed while it was decided, and the reviewer is told', async () => {
    const { business, saveIn, ask, reviewer } = await confirm()
    await saveIn('basic', { name: 'Quay Gas' })
    const check = await ask('companyNumber')
    const open = async () => {
      const found = await getWaitingBusinessFacts(platform, reviewer, business.id)
      return found.outcome === 'open' ? (found.facts[0]?.subject ?? '') : ''
    }
    const seen = await open()
    await saveIn('basic', { name: 'Harbour Gas' })
    for (const subject of [seen, null, 'anything']) {
      expect(
        await decideBusinessFact(platform, reviewer, business.id, decision(check, { subject })),
        `${subject}`,
      ).toBe('renamed')
    }
    expect(await confirmedNow()).toEqual([])
    // A form that was sent while the name was being saved waits for it.
    const now = await open()
    const results = await Promise.all([
      saveIn('basic', { name: 'Lake Gas' }),
      decideBusinessFact(platform, reviewer, business.id, decision(check, { subject: now })),
    ])
    expect(['done', 'renamed']).toContain(results[1])
    expect(await confirmedNow()).toEqual([])
    if (results[1] === 'renamed')
      expect(
        await decideBusinessFact(platform, reviewer, business.id, decision(check, { subject: await open() })),
      ).toBe('done')
  })

  test('and one under a name that came after the question is of the name that the reviewer saw', async () => {
    const { business, saveIn, ask, certify, reviewer } = await confirm()
    await saveIn('basic', { name: 'Quay Gas' })
    const checks = [await ask('companyNumber'), await ask('insurance')]
    await certify(checks[1] ?? '')
    await openCertificates(reviewer, checks[1] ?? '')
    await saveIn('basic', { name: 'Harbour Gas' })
    await saveIn('address', { city: 'Leeds', postcode: 'LS6 2AB' })
    await addTrades(business.id, ['plumber'])
    const found = await getWaitingBusinessFacts(platform, reviewer, business.id)
    if (found.outcome !== 'open') throw new Error(found.outcome)
    for (const { checkId, subject, fact } of found.facts) {
      const seen = decision(checkId, { subject, decision: fact === 'insurance' ? 'certificate' : 'register' })
      expect(await decideBusinessFact(platform, reviewer, business.id, seen)).toBe('done')
    }
    expect(await confirmedNow()).toEqual(['companyNumber', 'insurance'])
    await saveIn('basic', { name: 'Quay Gas' })
    expect(await confirmedNow()).toEqual([])
  })

  // spec: hold.7.5
  test('one from before names were written down is of the business as it is at the upgrade', async () => {
    const { saveIn } = await confirm()
    await platform.db.execute(sql`UPDATE fact_checks SET business_name = NULL, place = NULL, trade_ids = NULL`)
    expect(await confirmedNow()).toEqual([])
    const [file = ''] = globSync('db/migrations/*_fact-subjects.sql')
    const migration = readFileSync(file, 'utf8').split('--> statement-breakpoint').at(-1)
    await platform.db.execute(sql.raw(migration ?? ''))
    expect(await confirmedNow()).toEqual(['companyNumber', 'insurance'])
    await saveIn('basic', { name: 'Quay Gas' })
    expect(await confirmedNow()).toEqual([])
  })

  test('and a process of the release before, which writes no names, does not confirm for ever', async () => {
    const { business } = await plant()
    await platform.db.execute(sql`
      INSERT INTO fact_checks (business_id, fact, value, decided_at, method, until)
      VALUES (${business.id}, 'companyNumber', '01234567', now(), 'register', now() + interval '9 days')`)
    expect(await confirmedNow()).toEqual(['companyNumber'])
    await platform.db.update(businesses).set({ name: 'Quay Gas' })
    expect(await confirmedNow()).toEqual([])
  })
})
