import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { eq, sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { contactMessages } from '#app/features/contact/tables.server.ts'
import { listArticleRoutePaths } from '#app/features/content/article-files.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { enquiries, enquiryRequests } from '#app/features/enquiries/tables.server.ts'
import { jobHandlers } from '#app/features/privacy/job-handlers.server.ts'
import * as mailDefinitions from '#app/features/privacy/mails.server.ts'
import { requestDataExport } from '#app/features/privacy/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { reportItems } from '#app/features/reports/tables.server.ts'
import { factChecks, verificationDocuments, verifications } from '#app/features/verification/tables.server.ts'
import { signedStopMonthlyVisitsMailPath } from '#app/features/visits/links.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { unconfirmedMails } from '#app/platform/.server/database/tables.ts'
import type { Mail } from '#app/platform/.server/mail/mail.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { createHttpHost } from '#server/app.ts'
import { jobHandlersByName } from '../worker/handlers.ts'
import { createEveryMail } from './every-mail.ts'
import { createBusiness } from './factories/businesses.ts'
import { createMember } from './factories/members.ts'
import { createOrder } from './factories/orders.ts'
import { createPodcast } from './factories/podcasts.ts'
import { createProduct } from './factories/products.ts'
import { signInMember } from './member-session.ts'
import { openTestPlatform } from './platform.ts'
import { emptyQueue } from './queue.ts'
import { listRoutes, loadRoute, makeServerBuild } from './server-build.ts'

// Every address of the product, asked by everybody, with what each is to be answered. A new route needs a row here.

const isFull = process.env.TEST_FULL === 'true'
const roles = [
  'visitor',
  'member',
  'owner',
  'other owner',
  'staff without second factor',
  'reviewer',
  'admin',
  'suspended',
] as const
type Role = (typeof roles)[number]

/**
 * A status, or where it leads; 'sign in' leads to /auth and from there back, 'enrol' to where a second factor is set up and from
 * there back.
 */
type Answer = number | 'sign in' | 'enrol' | 'to itself' | `to /${string}`
type Answers = Record<Role, Answer>

interface Row {
  /** The address asked for; that of the pattern where nothing has to be filled in. */
  at?: () => string
  get: Answers
  /** Where there is an action: the form that is sent, and the answers to it. Without one everybody gets a 405. */
  post?: { form?: () => Record<string, string>; answers: Answers }
}

const to = (answer: Answer, others: Partial<Answers> = {}): Answers =>
  ({ ...Object.fromEntries(roles.map((role) => [role, answer])), ...others }) as Answers
const everyone = (answer: Answer) => to(answer)
/** The same for everyone who is signed in; whoever is suspended reads why. */
const signedIn = (answer: Answer, others: Partial<Answers> = {}) =>
  to(answer, { visitor: 'sign in', suspended: 'to /suspended', ...others })
/** For staff with a second factor. Reviewers may get another answer. */
const staff = (answer: Answer, reviewer = answer) =>
  signedIn('to /dashboard', { 'staff without second factor': 'enrol', reviewer, admin: answer })
const admins = (answer: Answer) => staff(answer, 'to /admin')

const id = {} as Record<
  | Exclude<Role, 'visitor'>
  | 'case'
  | 'unrecorded'
  | 'document'
  | 'factCheck'
  | 'business'
  | 'podcast'
  | 'export'
  | 'job'
  | 'enquiry'
  | 'lead'
  | 'sent'
  | 'report'
  | 'order'
  | 'code'
  | 'badge',
  string
>

const table: Record<string, Row> = {
  '': { get: everyone(200) },
  dashboard: { get: signedIn(200) },
  admin: {
    get: staff(200),
    post: { form: () => ({ form: 'allow-ends' }), answers: staff('to itself') },
  },
  'admin/verifications/:id': {
    at: () => `/admin/verifications/${id.case}`,
    get: staff(200),
    post: { form: () => ({ form: 'take-over' }), answers: staff('to itself') },
  },
  'admin/records': { get: staff(200) },
  'admin/records/:id': {
    at: () => `/admin/records/${id.unrecorded}`,
    // Reviewers see those that wait for a second person.
    get: staff(200, 404),
    post: { form: () => ({ form: 'settle-record', seen: 'telephone' }), answers: admins(400) },
  },
  'admin/names': {
    get: staff(200),
    post: { form: () => ({ form: 'accept-names', case: id.case, seen: '' }), answers: staff('to itself') },
  },
  'admin/facts': { get: staff(200) },
  'admin/facts/:id': {
    at: () => `/admin/facts/${id.business}`,
    get: staff(200),
    post: {
      form: () => ({ form: 'fact-decision', check: id.factCheck, decision: 'register', until: '', words: '' }),
      answers: staff('to itself'),
    },
  },
  'admin/profiles/:id': {
    at: () => `/admin/profiles/${id.owner}`,
    get: admins(200),
    post: { form: () => ({ form: 'reinstate' }), answers: admins('to /admin?tab=profiles') },
  },
  'admin/business-visibility': {
    get: everyone('to /admin?tab=businesses'),
    post: {
      form: () => ({ businessId: id.business, isActive: 'false' }),
      answers: admins('to /admin?tab=businesses'),
    },
  },
  'admin/podcast-visibility': {
    get: everyone('to /podcasts'),
    post: { form: () => ({ podcastId: id.podcast, isActive: 'false' }), answers: admins('to /podcasts') },
  },
  'admin/statistics': { get: admins(200) },
  'admin/figures': { get: everyone('to /admin/statistics') },
  'admin/audit': { get: admins(200) },
  'admin/audit.csv': { get: admins(200) },
  'admin/jobs': {
    get: admins(200),
    post: { form: () => ({ form: 'retry', id: id.job }), answers: admins('to itself') },
  },
  'admin/offers': {
    get: staff(200),
    post: {
      form: () => ({ form: 'add-codes', partner: 'sage', kind: 'single', codes: randomUUID() }),
      answers: admins('to itself'),
    },
  },
  'admin/enquiries': { get: admins(200) },
  'admin/enquiries/:id': {
    at: () => `/admin/enquiries/${id.enquiry}`,
    get: admins(200),
    post: { form: () => ({ form: 'handled' }), answers: admins('to itself') },
  },
  'admin/reports': { get: staff(200) },
  'admin/reports/:id': {
    at: () => `/admin/reports/${id.report}`,
    get: staff(200),
    post: {
      form: () => ({ form: 'report-decision', measure: 'none', rule: 'wrong', answer: 'No.', notice: '', seen: '0' }),
      answers: staff('to itself'),
    },
  },
  'admin/orders/:id': {
    at: () => `/admin/orders/${id.order}`,
    get: admins(200),
    post: { form: () => ({ form: 'retry' }), answers: admins('to itself') },
  },
  'admin/shop-sync': {
    get: everyone('to /admin?tab=shop'),
    post: { form: () => ({ form: 'sync-products' }), answers: admins('to /admin?tab=shop') },
  },
  directory: { get: everyone(200) },
  'directory.csv': { get: everyone(200) },
  'map-view': {
    get: everyone('to /directory'),
    post: { form: () => ({ form: 'map-view', map: 'open' }), answers: everyone('to /directory') },
  },
  'near-me': { get: everyone(405), post: { form: () => ({}), answers: everyone(400) } },
  suggestions: { get: everyone(200) },
  'choice-counts': { get: everyone(200) },
  // Too few firms for a page: on to the search.
  'find/:trade/:town': { at: () => '/find/plumber/leeds', get: everyone('to /directory?search=Plumber&near=Leeds') },
  shortlist: { get: everyone(200) },
  'shortlist.csv': { get: everyone(200) },
  'shortlist/change': {
    get: everyone('to /shortlist'),
    post: { form: () => ({ form: 'shortlist', intent: 'clear' }), answers: everyone('to /shortlist') },
  },
  'shortlist/enquire': { get: everyone(200), post: { form: () => ({ form: 'ask' }), answers: everyone(400) } },
  'business/:slug/enquire': {
    at: () => '/business/listed/enquire',
    get: everyone(200),
    post: { form: () => ({ form: 'ask' }), answers: everyone(400) },
  },
  'business/:slug': { at: () => '/business/listed', get: everyone(200) },
  'directory/:slug': { at: () => '/directory/listed', get: everyone(200) },
  'mission-values': { get: everyone(200) },
  team: { get: everyone(200) },
  about: { get: everyone(200) },
  auth: {
    get: to('to /', { visitor: 200, suspended: 200 }),
    post: { answers: everyone(400) },
  },
  'auth/address': {
    get: to('to /profile?tab=security', { visitor: 'to /auth', suspended: 'to /auth' }),
    post: { answers: to('to /profile?tab=security', { visitor: 'to /auth', suspended: 'to /auth' }) },
  },
  report: { at: () => '/report?business=listed', get: everyone(200), post: { answers: everyone(400) } },
  'stop-email': {
    at: () => signedStopMonthlyVisitsMailPath(platform.secret, id.owner),
    get: everyone(200),
    post: { answers: everyone(200) },
  },
  'report/answer': { get: everyone(404), post: { answers: everyone(400) } },
  contact: { get: everyone(200), post: { answers: everyone(400) } },
  support: { get: everyone(200), post: { answers: everyone(400) } },
  'data-protection-complaint': { get: everyone(200), post: { answers: everyone(400) } },
  suspended: { get: to('to /dashboard', { visitor: 'to /auth', suspended: 403 }) },
  onboarding: { get: signedIn(200), post: { answers: everyone(400) } },
  verification: {
    get: to(200, { suspended: 'to /suspended' }),
    post: { form: () => ({ form: 'review' }), answers: signedIn('to itself') },
  },
  'verification/documents': { get: everyone('to /verification?step=documents'), post: { answers: signedIn(400) } },
  'verification/documents/:id': {
    at: () => `/verification/documents/${id.document}`,
    get: signedIn(404, { owner: 200, reviewer: 200, admin: 200 }),
  },
  profile: { get: signedIn(200), post: { answers: signedIn(400) } },
  'profile/avatar': { get: everyone('to /profile'), post: { answers: signedIn('to /profile') } },
  'business-onboarding': {
    get: to('to /business-onboarding?step=profile', {
      visitor: 200,
      suspended: 'to /suspended',
      owner: 'to /my-business',
      'other owner': 'to /my-business',
    }),
    post: { answers: signedIn(400) },
  },
  'business-onboarding/picture': {
    get: everyone('to /business-onboarding?step=media'),
    post: { answers: signedIn(400) },
  },
  'my-business': {
    get: signedIn(404, { owner: 200, 'other owner': 200 }),
    post: { answers: signedIn(400) },
  },
  'my-business/badge': { get: signedIn(200) },
  'my-business/badge/:file': { at: () => '/my-business/badge/certificate.pdf', get: signedIn(404, { owner: 200 }) },
  'my-business/facts': {
    get: signedIn('to /my-business', { owner: 200, 'other owner': 200 }),
    post: {
      form: () => ({ form: 'withdraw-fact', check: id.factCheck }),
      answers: signedIn('to itself'),
    },
  },
  'my-business/facts/:id/certificate': {
    at: () => `/my-business/facts/${id.factCheck}/certificate`,
    get: everyone('to /my-business/facts'),
    post: { answers: signedIn('to /my-business/facts') },
  },
  'my-business/picture': { get: everyone('to /my-business'), post: { answers: signedIn(400) } },
  handover: {
    get: to(404, { suspended: 'to /suspended' }),
    post: { form: () => ({ form: 'take-on' }), answers: signedIn('to /handover?token=') },
  },
  'my-business/enquiries': {
    get: signedIn(404, { owner: 200, 'other owner': 200 }),
    post: {
      form: () => ({ form: 'switch-leads', on: 'true' }),
      answers: signedIn(404, { owner: 'to itself', 'other owner': 'to itself' }),
    },
  },
  'my-business/enquiries.csv': { get: signedIn(200) },
  'my-business/enquiries/:id': {
    at: () => `/my-business/enquiries/${id.lead}`,
    get: signedIn(404, { owner: 200 }),
    post: { form: () => ({ form: 'mark-lead', status: 'done' }), answers: signedIn(404, { owner: 'to itself' }) },
  },
  'my-business/statistics': {
    get: signedIn(404, { owner: 200, 'other owner': 200 }),
    post: {
      form: () => ({ form: 'monthly-email', on: 'true' }),
      answers: signedIn(404, { owner: 'to itself', 'other owner': 'to itself' }),
    },
  },
  'my-business/visibility': { get: everyone('to /my-business'), post: { answers: signedIn(400) } },
  shop: { get: everyone(200) },
  'shop/cart': { get: everyone(200) },
  'shop/cart/change': {
    get: everyone('to /shop/cart'),
    post: { form: () => ({ change: 'clear' }), answers: everyone('to /shop/cart') },
  },
  'shop/:slug': { at: () => '/shop/sample-shirt', get: everyone(200) },
  resources: { get: everyone(200) },
  'shop/checkout': { get: everyone(200), post: { answers: everyone('to itself') } },
  'shop/orders': { get: signedIn(200) },
  'shop/orders/:id': { at: () => `/shop/orders/${id.order}`, get: signedIn(404, { owner: 200 }) },
  'partners/sage': { get: everyone(200) },
  'partners/reu': { get: everyone(200) },
  'cookie-policy': { get: everyone(200) },
  'cookie-preferences': {
    get: everyone('to /cookie-policy'),
    post: { form: () => ({ choice: 'none' }), answers: everyone('to /cookie-policy') },
  },
  ...Object.fromEntries(listArticleRoutePaths().map((path) => [path.slice(1), { get: everyone(200) }])),
  'how-we-verify': { get: everyone(200) },
  verify: { get: everyone(200) },
  'verify/:code': { at: () => `/verify/${id.code}`, get: everyone(200) },
  terms: { get: everyone('to /terms-and-conditions') },
  privacy: { get: everyone('to /privacy-policy') },
  podcasts: { get: everyone(200) },
  'podcasts/:slug': { at: () => '/podcasts/hidden', get: to(404, { owner: 200, admin: 200 }) },
  'my-podcast': { get: signedIn(200), post: { answers: signedIn(400) } },
  notices: { get: signedIn(200), post: { answers: signedIn(400) } },
  'my-podcast/cover': { get: everyone('to /my-podcast'), post: { answers: signedIn('to /my-podcast') } },
  'my-podcast/visibility': { get: everyone('to /my-podcast'), post: { answers: signedIn(400) } },
  '403': { get: everyone(403) },
  'sign-out': { get: everyone('to /'), post: { answers: everyone('to /') } },
  appearance: { get: everyone('to /'), post: { answers: everyone(400) } },
  'sitemap.xml': { get: everyone(200) },
  'sitemaps/:name': { at: () => '/sitemaps/pages.xml', get: everyone(200) },
  'robots.txt': { get: everyone(200) },
  'llms.txt': { get: everyone(200) },
  '.well-known/security.txt': { get: everyone(200) },
  '.well-known/did.json': { get: everyone(200) },
  'credentials/status/:list/:purpose': { at: () => '/credentials/status/1/suspension', get: everyone(200) },
  'security.txt': { get: everyone('to /.well-known/security.txt') },
  'site.webmanifest': { get: everyone(200) },
  'picture.png': { get: everyone(200) },
  'badge/:key/:variant': { at: () => `/badge/${id.badge}/light-medium`, get: everyone(200) },
  'business/:slug/picture.png': { at: () => '/business/listed/picture.png', get: everyone(200) },
  'podcasts/:slug/picture.png': { at: () => '/podcasts/public/picture.png', get: everyone(200) },
  'business/:slug/contact.vcf': { at: () => '/business/listed/contact.vcf', get: everyone(200) },
  // Asked with a form, where JSON is wanted.
  'functions/v1/printful-api': { get: everyone(405), post: { answers: everyone(400) } },
  'functions/v1/sync-stripe-products': { get: everyone('to /shop'), post: { answers: admins('to /shop') } },
  'webhooks/printful': { get: everyone(405), post: { answers: everyone(400) } },
  'webhooks/stripe': { get: everyone(405), post: { answers: everyone(404) } },
  'api/v1/openapi.json': { get: everyone(200) },
  'api/v1/businesses': { get: everyone(200) },
  'api/v1/businesses/:slug': { at: () => '/api/v1/businesses/listed', get: everyone(200) },
  'api/*': { at: () => '/api/v2', get: everyone(404), post: { answers: everyone(404) } },
  'profile/data/:id': { at: () => `/profile/data/${id.export}`, get: signedIn(404, { owner: 200 }) },
  enquiries: {
    get: signedIn(200),
    post: { form: () => ({ form: 'erase-sent', id: id.lead }), answers: signedIn('to itself') },
  },
  'enquiries/:id': {
    at: () => `/enquiries/${id.sent}`,
    get: signedIn(404, { member: 200 }),
    post: { form: () => ({ form: 'erase-sent' }), answers: signedIn('to /enquiries') },
  },
  'enquiries/:id/copy.json': { at: () => `/enquiries/${id.sent}/copy.json`, get: signedIn(404, { member: 200 }) },
  'enquiries/sent': {
    get: everyone(404),
    post: { form: () => ({ form: 'confirm-sent' }), answers: everyone('to itself') },
  },
  'enquiries/sent.json': { get: everyone(404) },
  live: { get: to(200, { visitor: 401, suspended: 403 }) },
  // Where real people use it, there is no such page: see the tests of mail.
  'dev/components': { get: everyone(200) },
  'dev/mail': { get: everyone(200) },
  'dev/mail/:id': { at: () => '/dev/mail/1', get: everyone(404) },
  'dev/mail/:id/html': { at: () => '/dev/mail/1/html', get: everyone(404) },
  '*': { at: () => '/nothing-here', get: everyone(404) },
}

/** What the host answers before any route. */
const hostTable: Record<string, { at: string; get: Answers }> = {
  '/healthz': { at: '/healthz', get: everyone(200) },
  '/beacon': { at: '/beacon', get: everyone(404) },
  '/csp': { at: '/csp', get: everyone(404) },
  // It answers whoever signs with the secret of the site.
  '/doctor': { at: '/doctor', get: everyone(404) },
  '/readyz': { at: '/readyz', get: everyone(200) },
  '/workerz': { at: '/workerz', get: everyone(503) },
  '/files/:bucket/:key{[^]+}': { at: '/files/verification-documents/a/b.sealed', get: everyone(404) },
}

let open: PlatformHandle
let platform: Platform
let host: ReturnType<typeof createHttpHost>
let server: Server
let origin: string

const lines: string[] = []
const sessions = new Map<Role, string>()

beforeAll(async () => {
  open = await openTestPlatform({ log: createLog('warn', { write: (line) => lines.push(line) }) })
  platform = open.platform
  host = createHttpHost(
    platform,
    { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false },
    await makeServerBuild(),
  )
  server = createServer(getRequestListener(host.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await furnish()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await open.close()
})

/** Somebody of each role, and one of everything that can be asked for. */
async function furnish(): Promise<void> {
  const { db } = platform
  for (const role of ['member', 'owner', 'other owner', 'suspended'] as const) {
    id[role] = (await createMember(db, { status: 'Verified' })).userId
  }
  id['staff without second factor'] = (await createMember(db, { role: 'Admin', secondFactor: false })).userId
  id.reviewer = (await createMember(db, { role: 'Reviewer' })).userId
  id.admin = (await createMember(db, { role: 'Admin' })).userId
  id.business = (
    await createBusiness(db, { profileId: id.owner, businessSlug: 'listed', companyNumber: '01234567' })
  ).id
  const [check] = await db
    .insert(factChecks)
    .values({ businessId: id.business, fact: 'companyNumber', value: '01234567' })
    .returning({ id: factChecks.id })
  id.factCheck = check?.id ?? ''
  await createBusiness(db, { profileId: id['other owner'] })
  await db.insert(verifications).values({ profileId: id.owner, militaryRelationshipTypeId: 1, verifiedAt: new Date() })
  const [credential] = await db.select().from(credentials).where(eq(credentials.businessId, id.business))
  await ensureCredentialSigningKey(platform)
  id.code = credentialCodeInPath(credential?.code ?? '')
  id.badge = credential?.badgeKey ?? ''
  id.podcast = await createPodcast(db, id['other owner'], { slug: 'public' })
  await createPodcast(db, id.owner, { slug: 'hidden', isActive: false })
  await createProduct(db, { slug: 'sample-shirt' })
  const waiting = await createMember(db, { status: 'In Review' })
  const [verification] = await db
    .insert(verifications)
    .values({ profileId: waiting.userId, queuedAt: new Date() })
    .returning({ id: verifications.id })
  id.case = verification?.id ?? ''
  const { profileId: unrecorded } = await createBusiness(db, { owner: { basis: null } })
  const [earlier] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.profileId, unrecorded ?? ''))
  id.unrecorded = earlier?.id ?? ''
  const key = `${id.owner}/paper.sealed`
  await platform.storage.put('verification-documents', key, platform.vault.seal(Buffer.from('paper'), key))
  const [document] = await db
    .insert(verificationDocuments)
    .values({ profileId: id.owner, fileBucketUrl: key, mediaType: 'application/pdf', size: 5 })
    .returning({ id: verificationDocuments.id })
  id.document = document?.id ?? ''
  await requestDataExport(platform, await actorOf('owner'))
  await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])
  const [copy] = await queryRows<{ id: string }>(db, sql`SELECT id FROM data_exports`)
  id.export = copy?.id ?? ''
  const [job] = await queryRows<{ id: string }>(
    db,
    sql`INSERT INTO pgboss.job (name, data, state, completed_on) VALUES ('work', '{"name": "x"}', 'failed', now()) RETURNING id`,
  )
  id.job = job?.id ?? ''
  const [enquiry] = await db
    .insert(contactMessages)
    .values({ name: 'Sam Sample', email: 'sam@sample.example', message: 'Hello', mailbox: 'general' })
    .returning({ id: contactMessages.id })
  id.enquiry = enquiry?.id ?? ''
  const [request] = await db
    .insert(enquiryRequests)
    .values({ name: 'Kim Sample', email: 'kim@sample.example', needs: 'A fence', place: 'Kendal' })
    .returning({ id: enquiryRequests.id })
  const [lead] = await db
    .insert(enquiries)
    .values({
      requestId: request?.id ?? '',
      businessId: id.business,
      submissionKey: randomUUID(),
      forwardedAt: new Date(),
    })
    .returning({ id: enquiries.id })
  id.lead = lead?.id ?? ''
  const [sent] = await db
    .insert(enquiryRequests)
    .values({
      name: 'Jo Sample',
      email: 'jo@sample.example',
      needs: 'A gate',
      place: 'Kendal',
      profileId: id.member,
      confirmedAt: new Date(),
    })
    .returning({ id: enquiryRequests.id })
  id.sent = sent?.id ?? ''
  const [item] = await db
    .insert(reportItems)
    .values({ subjectType: 'business', subjectId: id.business, businessId: id.business })
    .returning({ id: reportItems.id })
  id.report = item?.id ?? ''
  id.order = (await createOrder(db, { profileId: id.owner, state: 'on-hold' })).id
}

async function actorOf(role: Exclude<Role, 'visitor'>) {
  return (await signInMember(platform, id[role])).actor
}

/** The cookies of somebody's session, which is opened once; of the suspended one that was open before, as a slip would leave it. */
async function cookiesOf(role: Role): Promise<string> {
  if (role === 'visitor') return ''
  const kept = sessions.get(role)
  if (kept) return kept
  const suspend = (at: Date | null) =>
    platform.db.update(profiles).set({ suspendedAt: at }).where(eq(profiles.id, id.suspended))
  if (role === 'suspended') await suspend(null)
  const { browser } = await signInMember(platform, id[role])
  if (role === 'suspended') await suspend(new Date('2026-01-01T00:00:00Z'))
  const cookies = browser.headers.get('Cookie') ?? ''
  sessions.set(role, cookies)
  return cookies
}

async function ask(role: Role, path: string, form?: Record<string, string>): Promise<Answer> {
  const answer = await fetch(origin + path, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { Cookie: await cookiesOf(role), Origin: origin },
    ...(form && { body: new URLSearchParams(form) }),
  })
  await answer.body?.cancel()
  if (form && path === '/sign-out') sessions.delete(role)
  const location = answer.headers.get('Location')
  if (location === null) return answer.status
  if (location === path) return 'to itself'
  const back = new URLSearchParams({ returnTo: path })
  if (location === `/profile?tab=security&${back}#two-factor`) return 'enrol'
  return location === `/auth?${back}` ? 'sign in' : `to /${location.slice(1)}`
}

const isRefusal = (answer: Answer) =>
  answer === 'sign in' ||
  answer === 'enrol' ||
  answer === 'to /suspended' ||
  answer === 'to /dashboard' ||
  answer === 'to /admin'

/** All that somebody could have changed who may not. */
async function fingerprint(): Promise<string> {
  const [row] = await queryRows<{ all: string }>(
    platform.db,
    sql`SELECT md5(string_agg(row, '|' ORDER BY row)) AS all FROM (
          SELECT profiles::text AS row FROM profiles WHERE id <> ${id.suspended}
          UNION ALL SELECT businesses::text FROM businesses
          UNION ALL SELECT podcasts::text FROM podcasts
          UNION ALL SELECT shop_products::text FROM shop_products
          UNION ALL SELECT verifications::text FROM verifications
          UNION ALL SELECT fact_checks::text FROM fact_checks
          UNION ALL SELECT audit_events::text FROM audit_events
          UNION ALL SELECT contact_messages::text FROM contact_messages
          UNION ALL SELECT leads::text FROM leads
          UNION ALL SELECT lead_opt_outs::text FROM lead_opt_outs
          UNION ALL SELECT orders::text FROM orders
          UNION ALL SELECT id::text || state::text FROM pgboss.job WHERE data ? 'name'
        ) rows`,
  )
  return row?.all ?? ''
}

const rows = Object.entries(table)

describe('every address has a row', () => {
  test('of those that routes.ts lists', () => {
    expect(Object.keys(table).sort()).toEqual(
      listRoutes()
        .map(({ pattern }) => pattern)
        .sort(),
    )
  })

  test('of those that the host answers itself', () => {
    const own = new Set(host.routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [path])))
    expect(Object.keys(hostTable).sort()).toEqual([...own].sort())
  })

  test('and a form where there is an action, and only there', async () => {
    const acting: string[] = []
    for (const route of listRoutes()) if ('action' in (await loadRoute(route))) acting.push(route.pattern)
    expect(rows.flatMap(([pattern, { post }]) => (post ? [pattern] : [])).sort()).toEqual(acting.sort())
  })
})

test.each(Object.values(hostTable).map(({ at, get }) => [at, get] as const))('GET %s', async (path, expected) => {
  for (const role of roles) expect(await ask(role, path), role).toBe(expected[role])
})

test('other sites may show the pictures that are meant for them, and nothing that is somebody’s own', async () => {
  const shared: string[] = []
  const cookies = await cookiesOf('owner')
  for (const [pattern, { at = () => `/${pattern}` }] of rows) {
    const answer = await fetch(origin + at(), { redirect: 'manual', headers: { Cookie: cookies } })
    await answer.body?.cancel()
    if (answer.headers.get('Cross-Origin-Resource-Policy') !== 'same-origin') shared.push(pattern)
  }
  expect(shared.sort()).toEqual(
    ['badge/:key/:variant', 'business/:slug/picture.png', 'picture.png', 'podcasts/:slug/picture.png'].sort(),
  )
  // Besides these only stored files of public buckets.
  for (const bucket of ['logo', 'exports', 'verification-documents'] as const) {
    await platform.storage.put(bucket, 'a/picture.webp', Buffer.from('picture'))
    const answer = await fetch(`${origin}/files/${bucket}/a/picture.webp`)
    await answer.body?.cancel()
    const policy = answer.headers.get('Cross-Origin-Resource-Policy')
    expect([bucket, policy]).toEqual([bucket, bucket === 'logo' ? 'cross-origin' : 'same-origin'])
  }
})

// spec: 22.7, 22.8, 22.9, 138.1
test.each(rows)('GET /%s', async (pattern, { at = () => `/${pattern}`, get }) => {
  const answers = {} as Answers
  for (const role of roles) answers[role] = await ask(role, at())
  expect(answers).toEqual(get)
})

test.each(rows)('GET /%s, as the script of a page asks for it', async (pattern, { at = () => `/${pattern}`, get }) => {
  for (const role of roles) {
    if (!isRefusal(get[role])) continue
    const answer = await fetch(`${origin}${at()}.data`, {
      headers: { Cookie: await cookiesOf(role) },
      redirect: 'manual',
    })
    // The script is told where to go instead; nothing of the page comes along.
    expect([answer.status, await answer.text()], role).toEqual([202, expect.stringContaining('SingleFetchRedirect')])
  }
})

test.each(rows)('POST /%s', async (pattern, { at = () => `/${pattern}`, post }) => {
  const expected = post?.answers ?? everyone(405)
  const form = post?.form?.() ?? { form: 'nothing' }
  const before = await fingerprint()
  const answers = {} as Answers
  const [refused, allowed] = [true, false].map((kind) => roles.filter((role) => isRefusal(expected[role]) === kind))
  for (const role of refused ?? []) answers[role] = await ask(role, at(), form)
  expect(await fingerprint()).toBe(before)
  for (const role of allowed ?? []) answers[role] = await ask(role, at(), form)
  expect(answers).toEqual(expected)
})

test.each(rows)('PUT /%s, and OPTIONS', async (pattern, { at = () => `/${pattern}`, get, post }) => {
  const before = await fingerprint()
  const headers = { Cookie: await cookiesOf('admin'), Origin: origin }
  const reads = get.visitor === 405 ? [] : ['GET', 'HEAD']
  const allowed = [...reads, ...(post ? ['POST'] : []), 'OPTIONS'].join(', ')
  for (const [method, status] of [
    ['OPTIONS', 204],
    ['PUT', 405],
    ['DELETE', 405],
  ] as const) {
    // Of the API a page of any site may ask what it may do, and is told in the words of CORS.
    if (method === 'OPTIONS' && pattern.startsWith('api/v1/')) continue
    const answer = await fetch(origin + at(), { method, headers })
    expect([answer.status, answer.headers.get('Allow')], method).toEqual([status, allowed])
  }
  expect(await fingerprint()).toBe(before)
})

test('a verification is taken back by admins alone, and a decision undone by staff', async () => {
  const before = await fingerprint()
  const path = `/admin/verifications/${id.case}`
  for (const form of ['revoke', 'reopen']) {
    for (const role of roles) {
      const answer = await ask(role, path, { form, words: 'A reason.' })
      if (role !== 'admin') expect(isRefusal(answer), `${form} by ${role}`).toBe(true)
    }
    expect(await ask('admin', path, { form })).toBe(400)
  }
  for (const role of roles) {
    const answer = await ask(role, '/admin', { form: 'undo', decision: id.case })
    if (role === 'reviewer' || role === 'admin') expect(answer).toBe(409)
    else expect(isRefusal(answer), `undo by ${role}`).toBe(true)
  }
  expect(await fingerprint()).toBe(before)
})

test('who asks for what their role does not allow is logged by id, in one line', async () => {
  for (const [role, path] of [
    ['member', '/admin'],
    ['reviewer', '/admin/audit'],
  ] as const) {
    lines.length = 0
    await ask(role, path)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'warn',
        time: expect.any(String),
        version: expect.any(String),
        host: expect.any(String),
        pid: process.pid,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        userId: id[role],
        role: role === 'member' ? 'Member' : 'Reviewer',
        msg: 'access refused',
      },
    ])
  }
})

test('a document keeps its sandbox, however its address is written', async () => {
  const own = `/verification/documents/${id.document}`
  const Cookie = await cookiesOf('owner')
  for (const path of [own, `${own}/`, own.toUpperCase(), own.replace('verif', '%56erif')]) {
    const answer = await fetch(origin + path, { headers: { Cookie } })
    expect([answer.status, await answer.text()], path).toEqual([200, 'paper'])
    expect(answer.headers.get('Content-Security-Policy'), path).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; img-src 'self'; sandbox",
    )
    expect(answer.headers.get('X-Frame-Options'), path).toBe('SAMEORIGIN')
    expect(answer.headers.get('X-Content-Type-Options'), path).toBe('nosniff')
  }
})

test('a kept mail brings its own styles, runs nothing, and is framed by our own page alone', async () => {
  await platform.mailer.send({
    event: 'sample',
    to: 'sam@sample.example',
    subject: 'Hello',
    html: '<p>Hi</p>',
    text: 'Hi',
  })
  const [mail] = await queryRows<{ id: number }>(platform.db, sql`SELECT max(id) AS id FROM captured_mails`)
  for (const path of [`/dev/mail/${mail?.id}/html`, `/DEV/Mail/${mail?.id}/HTML/`]) {
    const answer = await fetch(origin + path)
    expect([answer.status, await answer.text()], path).toEqual([200, '<p>Hi</p>'])
    expect(answer.headers.get('Content-Security-Policy'), path).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
    )
    expect(answer.headers.get('X-Frame-Options'), path).toBe('SAMEORIGIN')
  }
})

test('no page of another site acts in the name of anybody', async () => {
  for (const [pattern, { at = () => `/${pattern}`, post }] of rows) {
    if (!post) continue
    const answer = await fetch(origin + at(), {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: await cookiesOf('admin'), Origin: 'https://elsewhere.example' },
      body: new URLSearchParams(post.form?.() ?? {}),
    })
    // Mail programs send to this one, whose signed token is all that it goes by.
    expect(answer.status, pattern).toBe(pattern === 'stop-email' ? 200 : 403)
  }
})

test('no answer repeats the host that a request names', { timeout: 90_000 }, async () => {
  const named = 'named-by-the-request.example'
  const cookies = await cookiesOf('member')
  const repeating: string[] = []
  for (const [pattern, { at = () => `/${pattern}` }] of rows) {
    // What never ends says nothing of hosts either.
    if (pattern === 'live') continue
    for (const path of [at(), `${at() === '/' ? '/_root' : at()}.data`]) {
      const asked = request(origin + path, { headers: { Host: named, Cookie: cookies } }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      const sent = JSON.stringify(answer.headers) + (await text(answer))
      if (sent.includes(named)) repeating.push(path)
    }
  }
  expect(repeating).toEqual([])
})

/** The token of each link that is mailed: the mail, and the address with the parameter that holds it. A new one belongs here. */
const mailedTokens = [
  ['account.send-address-change', '/auth/address?token'],
  ['account.send-confirmation', '/onboarding?token'],
  ['account.send-password-reset', '/auth?reset'],
  ['businesses.send-handover-invitation', '/handover?token'],
  ['insight.send-month', '/stop-email?token'],
  ['leads.send-confirmation', '/enquiries/sent?token'],
  ['leads.send-copy', '/enquiries/sent?token'],
  ['reports.send-answer', '/report/answer?token'],
  ['shop.send-order-cancelled', '/shop/orders/:id?key'],
  ['shop.send-order-confirmed', '/shop/orders/:id?key'],
  ['shop.send-order-refunded', '/shop/orders/:id?key'],
  ['shop.send-order-shipped', '/shop/orders/:id?key'],
]

/** What opens something in the links of a mail: what cannot be guessed, but for ids, by the address that it is for. */
function tokensOf(mail: Mail): { where: string; token: string }[] {
  const whole = [mail.text, mail.html.replaceAll('&amp;', '&'), ...Object.values(mail.headers ?? {})].join('\n')
  const links = whole.match(/https?:\/\/[^\s"'<>)]+/g) ?? []
  const ofUs = [...new Set(links)].map((link) => new URL(link)).filter(({ origin: of }) => of === platform.publicUrl)
  return ofUs.flatMap(({ pathname, searchParams, hash }) => {
    const path = pathname.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, ':id')
    const inPath = path.split('/').flatMap((part) => (part.length > 24 ? [{ where: `${path}/`, token: part }] : []))
    const inHash = hash.length > 24 ? [{ where: `${path}#`, token: hash.slice(1) }] : []
    return [
      ...inPath,
      ...inHash,
      ...[...searchParams].flatMap(([name, value]) =>
        value.length >= 16 ? [{ where: `${path}?${name}`, token: value }] : [],
      ),
    ]
  })
}

const pathOf = ([pattern, { at = () => `/${pattern}` }]: (typeof rows)[number]) => at()

/** Where the script of a page asks for its data. */
function scriptPathOf(path: string): string {
  const [pathname = '', query = ''] = path.split('?')
  return `${pathname === '/' ? '/_root' : pathname}.data?${query}`
}

// spec: hold.5.2
test('no token that is mailed is in an answer to a request that did not bring it', { timeout: 300_000 }, async () => {
  const { db } = platform
  const person = async (role: Exclude<Role, 'visitor'>) => ({
    userId: id[role],
    email: (await db.select().from(users).where(eq(users.id, id[role])))[0]?.email ?? '',
  })
  const jobs = await createEveryMail(platform, {
    owner: await person('owner'),
    sender: await person('member'),
    admin: await person('admin'),
    businessId: id.business,
  })
  const tokens = new Map<string, string>()
  const found = new Set<string>()
  for (const { name, data } of jobs) {
    const send = async (mail: Mail) => {
      for (const { where, token } of tokensOf(mail)) {
        found.add(JSON.stringify([name, where]))
        // The id in front of a signature opens nothing.
        tokens.set(token.replace(/^[\da-f-]{36}\./, ''), `${where} of ${name}`)
      }
    }
    await db.delete(unconfirmedMails)
    const handler = jobHandlersByName.get(name)
    if (!handler) throw new Error(`nothing handles ${name}`)
    await handler.handle({ ...platform, mailer: { ...platform.mailer, send } }, data, randomUUID())
  }
  expect([...found].sort()).toEqual(mailedTokens.map((each) => JSON.stringify(each)).sort())
  // All mails but those of a kind without one are tried: tests/mails-to-strangers.test.ts.

  const byId = jobs.flatMap(({ data }) => [
    ...(data.requestId ? [`/enquiries/${data.requestId}`, `/enquiries/${data.requestId}/copy.json`] : []),
    ...(data.leadId ? [`/my-business/enquiries/${data.leadId}`] : []),
    ...(data.orderId ? [`/shop/orders/${data.orderId}`] : []),
    ...(data.handoverId ? [`/handover?id=${data.handoverId}`] : []),
  ])
  const brought = new Set(['live', 'stop-email', 'dev/mail', 'dev/mail/:id', 'dev/mail/:id/html', 'sign-out'])
  const leaks = new Set<string>()
  const files: string[] = []
  for (const route of listRoutes()) if (!('default' in (await loadRoute(route)))) files.push(route.pattern)
  const filePaths = new Set(rows.filter(([pattern]) => files.includes(pattern)).map(pathOf))
  const isFile = (path: string) => filePaths.has(path) || path.endsWith('.json')
  for (const role of isFull ? roles : (['visitor', 'member', 'owner', 'admin'] as const)) {
    const Cookie = await cookiesOf(role)
    const search = async (path: string, form?: Record<string, string>) => {
      const answer = await fetch(origin + path, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { Cookie, Origin: origin },
        ...(form && { body: new URLSearchParams(form) }),
      })
      const body = new Uint8Array(await answer.arrayBuffer())
      const isZip = answer.headers.get('Content-Type') === 'application/zip'
      const parts = isZip ? Object.values(unzipSync(body)) : [body]
      // A signature looks the same however it is escaped.
      const sent = [...answer.headers, ...parts.map((part) => Buffer.from(part).toString())].join('\n')
      for (const [token, name] of tokens)
        if (sent.includes(token)) leaks.add(`${form ? 'POST' : 'GET'} ${path} as ${role}: ${name}`)
    }
    // Who is refused gets nothing of the page: see above.
    const asked = rows.filter(([pattern, { get }]) => !brought.has(pattern) && !isRefusal(get[role]))
    // A page is drawn from what its script is told, and these roles are those that mails are about.
    const pathsOf = (path: string) =>
      isFile(path) ? [path] : isFull ? [scriptPathOf(path), path] : [scriptPathOf(path)]
    for (const path of new Set([...asked.map(pathOf), ...byId].flatMap(pathsOf))) await search(path)
    for (const row of asked) {
      const [, { post }] = row
      for (const path of post ? pathsOf(pathOf(row)) : []) await search(path, post?.form?.() ?? {})
    }
  }
  expect([...leaks]).toEqual([])
})
