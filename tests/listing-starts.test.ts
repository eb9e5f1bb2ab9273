import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import type { EntryContext } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { businesses, businessSlugs, businessTrades } from '#app/features/businesses/tables.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import type { DirectoryMapData } from '#app/features/directory/map/model.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import { undoOwnVerificationDecision } from '#app/features/verification/decisions/undo-service.server.ts'
import { verificationDecisionUndoSeconds } from '#app/features/verification/rules.ts'
import { verificationDecisions } from '#app/features/verification/tables.server.ts'
import { serializeSettingCookie } from '#app/lib/cookies.server.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createHttpHost } from '#server/app.ts'
import { servePageCache } from '#server/page-cache.ts'
import { createBusiness } from './factories/businesses.ts'
import { createCase, createStaff, letApprove } from './factories/cases.ts'
import { type MovedPlatform, openMovedPlatform } from './moved-clock.ts'
import { listRoutes, makeServerBuild } from './server-build.ts'

// An approval is public when it can no longer be undone, by the clock of the database: every address is asked as a visitor a second
// before that moment and at it. No worker runs, and nothing changes in between. The host keeps pages and answers as it always does.

const name = 'Quillfeather Forge'
const slug = 'quillfeather-forge'

let open: MovedPlatform
let server: Server
let origin: string
let robin: Actor
/** How far the clock of this process was moved, in milliseconds. */
let aheadMs = 0

const now = performance.now.bind(performance)
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
})

beforeAll(async () => {
  open = await openMovedPlatform()
  const { platform } = open
  await syncReferenceData(platform)
  await ensureCredentialSigningKey(platform)
  robin = await createStaff(platform.db)
  // Others that were there before: with the new one they are just enough for a page of their trade.
  for (const number of [1, 2]) {
    await createPlumber({ name: `Older Forge ${number}`, businessSlug: `older-${number}` })
  }
  const built = await makeServerBuild()
  // A page is what its loaders gave it.
  Object.assign(built.entry.module, {
    default: (_: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) => {
      headers.set('Content-Type', 'text/html')
      return new Response(JSON.stringify(staticHandlerContext.loaderData), { status, headers })
    },
  })
  const config = { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false }
  const host = createHttpHost(platform, config, built)
  const finished = servePageCache({ platform, config, routes: built.routes, render: host.renderForAll })
  const answer = getRequestListener(host.fetch, { overrideGlobalObjects: false })
  server = createServer((request, response) => finished(request, response, () => void answer(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}, 180_000)
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await open?.close()
})

/** A business in the same trade and place as all others. */
async function createPlumber(given: Parameters<typeof createBusiness>[1]) {
  const { db } = open.platform
  const business = await createBusiness(db, {
    industry: 'Construction & Trades',
    city: 'Leeds',
    county: 'West Yorkshire',
    postcode: 'LS6 1AA',
    email: 'forge@sample.example',
    businessPhoneNumber: '0113 496 0000',
    ...given,
  })
  await db.insert(businessTrades).values({ businessId: business.id, tradeId: 'plumber', orderIndex: 0 })
  return business
}

/** A member with a business, just approved. */
async function approve() {
  await open.stopAt(null)
  // What a test before left in memory has ended.
  aheadMs += 60_000
  const { platform } = open
  const found = await createCase(platform.db)
  const business = await createPlumber({ name, businessSlug: slug, profileId: found.userId })
  await platform.db.insert(businessSlugs).values({ slug: 'quillfeather-smithy', businessId: business.id })
  await letApprove(platform.db, found, robin)
  expect(await decideVerificationCase(platform, robin, found.caseId, { verdict: 'approve', words: '' })).toMatchObject({
    outcome: 'done',
  })
  return { ...found, ...(await readApproval(found.userId, business.id)) }
}
type Approved = Awaited<ReturnType<typeof approve>>

/** What an approval wrote. */
async function readApproval(userId: string, businessId: string) {
  const { platform } = open
  const [credential] = await platform.db.select().from(credentials).where(eq(credentials.businessId, businessId))
  const [decision] = await platform.db
    .select()
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, userId))
  const [profile] = await platform.db.select().from(profiles).where(eq(profiles.id, userId))
  if (!credential || !decision || !profile?.verificationStartsAt) throw new Error('the approval was not written')
  const undoEndsAt = decision.decidedAt.getTime() + verificationDecisionUndoSeconds * 1_000
  expect(profile.verificationStartsAt.getTime() - undoEndsAt).toBeGreaterThanOrEqual(0)
  expect(profile.verificationStartsAt.getTime() - undoEndsAt).toBeLessThan(1_000)
  // The database knows it to the microsecond: the next whole millisecond.
  const startsAt = new Date(profile.verificationStartsAt.getTime() + 1)
  return { businessId, credential, decision, startsAt }
}

const says = (body: string) => body.includes(name)
const links = (body: string) => body.includes(`/business/${slug}`)
const isThere = (_: string, status: number) => status === 200

interface Reader {
  at: string
  cookie?: string
  /** Whether an answer shows the listing, counts it or says that it is verified; by its name, unless said otherwise. */
  shows?: (body: string, status: number) => boolean
}

/** What shows listings, by the pattern of its address. */
async function listReaders({ credential }: Approved): Promise<Record<string, Reader[]>> {
  const code = credentialCodeInPath(credential.code)
  const [mapIsOpen = ''] = (
    await serializeSettingCookie('directoryMap', 'open', { remembered: false, secure: false })
  ).split(';')
  const counts = (body: string) => says(body) && body.includes('"total":3')
  const draws = (body: string) => {
    const { map } = JSON.parse(body)['routes/directory/directory'] as { map: DirectoryMapData }
    return map.areas.reduce((sum, { firms }) => sum + firms, 0) === 3
  }
  return {
    '': [{ at: '/' }],
    'verify/:code': [{ at: `/verify/${code}` }],
    directory: [
      { at: '/directory', shows: counts },
      { at: '/directory?sort=newest', shows: counts },
      { at: '/directory?search=forge', shows: counts },
      { at: '/directory?search=forge&near=Leeds', shows: counts },
      { at: '/directory?near=LS6', shows: counts },
      { at: '/directory?search=forge', cookie: mapIsOpen, shows: draws },
      { at: '/directory?near=LS6', cookie: mapIsOpen, shows: draws },
    ],
    'find/:trade/:town': [{ at: '/find/plumber/leeds' }],
    shortlist: [{ at: `/shortlist?list=${slug}` }],
    'shortlist/enquire': [{ at: `/shortlist/enquire?business=${slug}&business=older-1` }],
    'business/:slug/enquire': [{ at: `/business/${slug}/enquire`, shows: isThere }],
    'business/:slug': [
      { at: `/business/${slug}`, shows: isThere },
      // Beside a similar one, and by a former address.
      { at: '/business/older-1' },
      { at: '/business/quillfeather-smithy', shows: links },
    ],
    'directory/:slug': [{ at: `/directory/${slug}`, shows: isThere }],
    report: [{ at: `/report?business=${slug}`, shows: isThere }],
    'sitemaps/:name': [{ at: '/sitemaps/businesses-1.xml', shows: links }],
    'credentials/status/:list/:purpose': [
      {
        at: `/credentials/status/${credential.statusList}/suspension`,
        shows: (body) => !readBit(body, credential.statusIndex),
      },
    ],
    suggestions: [{ at: '/suggestions?for=what&q=quillf' }, { at: '/suggestions?for=what&q=forg+quill' }],
    'choice-counts': [{ at: '/choice-counts', shows: (body) => body.includes('"British Army":3') }],
    'directory.csv': [{ at: '/directory.csv' }],
    'shortlist.csv': [{ at: `/shortlist.csv?list=${slug}` }],
    'badge/:key/:variant': [
      {
        at: `/badge/${credential.badgeKey}/light-small`,
        shows: (body, status) => isThere(body, status) && !body.includes('No longer verified'),
      },
    ],
    'business/:slug/picture.png': [{ at: `/business/${slug}/picture.png`, shows: isThere }],
    'business/:slug/contact.vcf': [{ at: `/business/${slug}/contact.vcf`, shows: isThere }],
    'api/v1/businesses': [{ at: '/api/v1/businesses' }, { at: '/api/v1/businesses?search=forge&near=Leeds' }],
    'api/v1/businesses/:slug': [{ at: `/api/v1/businesses/${slug}`, shows: isThere }],
  }
}

/** The bit of an index in a status list, which is set where what was issued does not hold. */
function readBit(jwt: string, index: number): boolean {
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
  const bits = gunzipSync(Buffer.from(claims.credentialSubject.encodedList.slice(1), 'base64url'))
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0
}

interface Asked {
  reader: Reader
  isReader: boolean
}

/** Every address of the product, with what is asked at it. A pattern that shows no listing is filled with what it would look for. */
async function listAsked(approved: Approved): Promise<Asked[]> {
  const readers = await listReaders(approved)
  // An open page stays open.
  const patterns = new Set(listRoutes().flatMap(({ pattern }) => (pattern === 'live' ? [] : pattern)))
  expect(Object.keys(readers).filter((pattern) => !patterns.has(pattern))).toEqual([])
  return [...patterns].flatMap((pattern) => {
    const filled = { at: `/${pattern.replaceAll(/:\w+/g, slug).replace('*', slug)}` }
    return (readers[pattern] ?? [filled]).map((reader) => ({ reader, isReader: pattern in readers }))
  })
}

async function ask({ at, cookie, shows = says }: Reader): Promise<boolean> {
  const answer = await fetch(origin + at, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  expect(answer.status, at).toBeLessThan(500)
  const body = await answer.text()
  return shows(answer.headers.get('location') ?? body, answer.status)
}

/** Where the listing shows, of all there are. Those that could are asked three times, so that what can be kept is. */
async function listShowing(asked: Asked[]): Promise<string[]> {
  const showing: string[] = []
  for (const { reader, isReader } of asked) {
    const answers = [await ask(reader)]
    if (isReader) answers.push(await ask(reader), await ask(reader))
    expect(new Set(answers).size, reader.at).toBe(1)
    if (answers[0]) showing.push(reader.at)
  }
  return showing
}

/** Has the database be at a moment, and lets seconds pass for this process, too. */
async function moveTo(moment: Date, secondsPassed = 0) {
  aheadMs += secondsPassed * 1_000
  await open.stopAt(moment)
}
const before = ({ startsAt }: Approved, seconds: number) => new Date(startsAt.getTime() - seconds * 1_000)

afterEach(() => open.platform.db.delete(businesses).where(eq(businesses.businessSlug, slug)))

// spec: hold.1.41
test('a listing is nowhere at +59 s and everywhere at +60 s, without a worker', async () => {
  const approved = await approve()
  const asked = await listAsked(approved)
  await moveTo(before(approved, 1))
  expect(await listShowing(asked)).toEqual([])
  await moveTo(approved.startsAt, 1)
  expect(await listShowing(asked)).toEqual(asked.flatMap(({ reader, isReader }) => (isReader ? reader.at : [])))
}, 120_000)

test('what is undone in the last second is nowhere at +60 s either, and everywhere once it is approved again', async () => {
  const approved = await approve()
  const asked = await listAsked(approved)
  await moveTo(before(approved, 1))
  expect(await undoOwnVerificationDecision(open.platform, robin, approved.decision.id)).toMatchObject({
    outcome: 'done',
  })
  await moveTo(approved.startsAt, 1)
  expect(await listShowing(asked)).toEqual([])

  // Its code is known by now, and says no until the new approval is in force.
  const again = { verdict: 'approve', words: '' } as const
  expect(await decideVerificationCase(open.platform, robin, approved.caseId, again)).toMatchObject({ outcome: 'done' })
  const second = { ...approved, ...(await readApproval(approved.userId, approved.businessId)) }
  expect(second.credential.code).toBe(approved.credential.code)
  await moveTo(before(second, 1), verificationDecisionUndoSeconds - 1)
  expect(await listShowing(asked)).toEqual([])
  await moveTo(second.startsAt, 1)
  expect(await listShowing(asked)).toEqual(asked.flatMap(({ reader, isReader }) => (isReader ? reader.at : [])))
}, 120_000)
