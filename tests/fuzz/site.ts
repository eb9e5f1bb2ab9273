import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { users } from '#app/features/account/tables.server.ts'
import { businessTrades, businessTransfers } from '#app/features/businesses/tables.server.ts'
import { signedOwnershipInvitationPath } from '#app/features/businesses/transfer/links.server.ts'
import { contactMessages } from '#app/features/contact/tables.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { signedSentEnquiryFilePath, signedSentEnquiryPath } from '#app/features/enquiries/links.server.ts'
import { enquiries, enquiryRequests } from '#app/features/enquiries/tables.server.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { reportAnswerPath } from '#app/features/reports/links.server.ts'
import { reportDecisions, reportItems, reports } from '#app/features/reports/tables.server.ts'
import { factChecks, verificationDocuments, verifications } from '#app/features/verification/tables.server.ts'
import { signedStopMonthlyVisitsMailPath } from '#app/features/visits/links.server.ts'
import { type Database, openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { createDatabase } from '../e2e/support/databases.ts'
import { cookiesOf } from '../e2e/support/members.ts'
import { type Server, signingSecret, startServer } from '../e2e/support/servers.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { createOrder } from '../factories/orders.ts'
import { createPodcast } from '../factories/podcasts.ts'

export const roles = ['visitor', 'member', 'reviewer', 'admin'] as const
export type FuzzRole = (typeof roles)[number]

/** Somebody who sends requests; `userId` is null for a visitor. */
export interface Person {
  role: FuzzRole
  userId: string | null
  cookie: string
}

export interface FuzzSite {
  server: Server
  people: Person[]
  /**
   * What no page leads to: the code of a listing, its badge and status, an invitation to take it on, an enquiry, the answer to a report, the
   * stop of an email.
   */
  addresses: string[]
  /** Opens a session anew for somebody whose own has ended, and lets them in again where they were suspended. */
  renew: (person: Person) => Promise<void>
  stop: () => Promise<void>
}

const evidenceKey = Buffer.alloc(32, 7)

/** Starts the built product on a PostgreSQL database of its own, with one of everything that has an address. */
export async function startFuzzSite(): Promise<FuzzSite> {
  const database = await createDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'muster-fuzz-'))
  const { db, close } = await openMigratedPostgres(database.url, { connections: 2 })
  const people = await furnish(db, folder)
  const [mark] = await db.select().from(credentials)
  const [transfer] = await db.select().from(businessTransfers)
  const [request] = await db.select().from(enquiryRequests)
  const [report] = await db
    .select()
    .from(reports)
    .innerJoin(reportDecisions, eq(reportDecisions.itemId, reports.itemId))
  if (!mark || !transfer || !request || !report) {
    throw new Error('no listing has a code, an invitation, an enquiry and a report')
  }
  const server = await startServer({
    dataDir: folder,
    databaseUrl: database.url,
    environment: {
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO: 'true',
      SIMULATORS: 'true',
      LOG_LEVEL: 'warn',
      EVIDENCE_KEYS: `fuzz=${evidenceKey.toString('base64')}`,
    },
  })
  const renew = async (person: Person) => {
    if (!person.userId) return
    await db.update(profiles).set({ suspendedAt: null }).where(eq(profiles.id, person.userId))
    person.cookie = await cookiesOf(server, person.userId)
  }
  await Promise.all(people.map(renew))
  return {
    server,
    people,
    addresses: [
      `/verify/${credentialCodeInPath(mark.code)}`,
      `/badge/${mark.badgeKey}/light-medium`,
      `/credentials/status/${mark.statusList}/revocation`,
      signedOwnershipInvitationPath(signingSecret, transfer.id),
      signedSentEnquiryPath(signingSecret, request.id),
      signedSentEnquiryFilePath(signingSecret, request.id),
      reportAnswerPath(signingSecret, { reportId: report.reports.id, decisionId: null }),
      ...people
        .flatMap(({ userId }) => (userId ? signedStopMonthlyVisitsMailPath(signingSecret, userId) : []))
        .slice(0, 1),
      '/report?business=listed',
      '/data-protection-complaint',
      '/business/listed/enquire',
    ],
    renew,
    stop: async () => {
      await server.stop()
      await close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One of everything, and who asks for it. */
async function furnish(db: Database, dataDir: string): Promise<Person[]> {
  const make = async (role: FuzzRole, options: Parameters<typeof createMember>[1]): Promise<Person> => {
    const { userId } = await createMember(db, options)
    return { role, userId, cookie: '' }
  }
  const staff = async (role: FuzzRole, name: Role) => {
    const person = await make(role, { role: name })
    // Staff have their rights with a second factor alone.
    await db
      .update(users)
      .set({ twoFactorEnabled: true })
      .where(eq(users.id, person.userId ?? ''))
    return person
  }
  const owner = await make('member', { status: 'Verified' })
  const profileId = owner.userId ?? ''
  // So that the listing has a code.
  await db.insert(verifications).values({ profileId })
  const { id: listedId } = await createBusiness(db, { profileId, businessSlug: 'listed', companyNumber: '01234567' })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db
    .insert(businessTransfers)
    .values({ businessId: listedId, askedBy: profileId, invitedEmail: 'next@sample.example', expiresAt })
  const confirmedAt = new Date()
  // One that the owner sent, so that it shows on their list.
  const [request] = await db
    .insert(enquiryRequests)
    .values({ name: 'Kim', email: 'kim@sample.example', needs: 'A fence', place: 'Kendal', confirmedAt, profileId })
    .returning({ id: enquiryRequests.id })
  if (!request) throw new Error('the enquiry was not written')
  await db.insert(enquiries).values({
    requestId: request.id,
    businessId: listedId,
    submissionKey: randomUUID(),
    forwardedAt: new Date(),
  })
  await report(db, listedId, profileId)
  await db.insert(factChecks).values({ businessId: listedId, fact: 'companyNumber', value: '01234567' })
  await createBusiness(db)
  // Enough for a page of the trade in the town.
  await syncReferenceData({ db })
  for (const name of ['First Plumbing', 'Second Plumbing', 'Third Plumbing']) {
    const { id } = await createBusiness(db, { name, city: 'Leeds', postcode: 'LS1 4DY' })
    await db.insert(businessTrades).values({ businessId: id, tradeId: 'plumber', orderIndex: 0 })
  }
  await createPodcast(db, profileId, { slug: 'public' })
  await createOrder(db, { profileId, state: 'on-hold' })
  await db
    .insert(contactMessages)
    .values({ name: 'Sam', email: 'sam@sample.example', message: 'Hello', mailbox: 'general' })
  const storage = await openFileStorage({ dataDir, s3: null })
  const vault = openVault([{ id: 'fuzz', key: evidenceKey }])
  const addCase = async (claimedBy: string | null) => {
    const { userId: profileId } = await createMember(db, { status: 'In Review' })
    const claimedAt = claimedBy === null ? null : new Date()
    await db.insert(verifications).values({ profileId, queuedAt: new Date(), claimedBy, claimedAt })
    const key = `${profileId}/paper.sealed`
    await storage.put('verification-documents', key, vault.seal(smallPicture, key))
    await db
      .insert(verificationDocuments)
      .values({ profileId, fileBucketUrl: key, mediaType: 'image/png', size: smallPicture.length })
  }
  const reviewer = await staff('reviewer', 'Reviewer')
  const admin = await staff('admin', 'Admin')
  // Documents open for who has taken the case alone.
  for (const claimedBy of [null, reviewer.userId, admin.userId]) await addCase(claimedBy)
  return [
    { role: 'visitor', userId: null, cookie: '' },
    owner,
    // Whose verification has yet to be handed in.
    await make('member', {}),
    reviewer,
    admin,
  ]
}

/** A picture of a few bytes that is one. */
export const smallPicture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()

/** A report about a listing that was answered, and one that waits. */
async function report(db: Database, businessId: string, ownerId: string): Promise<void> {
  const about = { subjectType: 'business', subjectId: businessId, businessId, reportCount: 1 } as const
  const [decided, waiting] = await db
    .insert(reportItems)
    .values([{ ...about, closedAt: new Date() }, about])
    .returning({ id: reportItems.id })
  if (!decided || !waiting) throw new Error('the reports were not written')
  const said = { reason: 'wrong', words: 'It moved.', isOwn: false } as const
  await db
    .insert(reports)
    .values([decided, waiting].map(({ id }) => ({ ...said, itemId: id, submissionKey: randomUUID() })))
  const decision = { itemId: decided.id, measure: 'ask', rule: 'wrong', answer: 'We asked.', ownerId } as const
  await db.insert(reportDecisions).values({ ...decision, notice: 'Correct it.' })
}
