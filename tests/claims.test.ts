import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { dirname, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, expect } from 'vitest'
import { sessions } from '#app/features/account/tables.server.ts'
import { checkListingCredential } from '#app/features/credentials/service.server.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { toApiBusiness } from '#app/features/directory/api.server.ts'
import { getPublicBusiness } from '#app/features/directory/page-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { factChecks, verifications } from '#app/features/verification/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { createHttpHost } from '#server/app.ts'
import { createBusiness } from './factories/businesses.ts'
import { createMember } from './factories/members.ts'
import { formNames } from './form-names.ts'
import { signInMember } from './member-session.ts'
import { platform, test } from './platform-test.ts'
import { listRoutes, loadRoute, makeServerBuild } from './server-build.ts'

// What Muster says of a business comes from its owner's verification, and from no form that a member can send.

let server: Server
let origin: string

test.beforeAll(async () => {
  await ensureCredentialSigningKey(platform)
  const host = createHttpHost(
    platform,
    { trustedProxies: new BlockList(), publicUrl: null, hasCdn: false },
    await makeServerBuild(),
  )
  server = createServer(getRequestListener(host.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

/** The names of the forms that a module defines, with those that it imports; null for one that the code computes. */
function listForms(file: string, seen = new Set<string>()): (string | null)[] {
  if (seen.has(file)) return []
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const names = [...source.matchAll(/defineForm\(\{\s*name(?:: '([\w-]+)')?/g)].map(([, name]) => name ?? null)
  const imported = [...source.matchAll(/from '(\.[^'+]*\.tsx?)'/g)].map(([, path]) =>
    resolve(dirname(file), path ?? ''),
  )
  return [...names, ...imported.flatMap((path) => listForms(path, seen))]
}

/** Every route with an action, with the names of the forms that it may take. */
async function listActions(): Promise<{ pattern: string; forms: string[] }[]> {
  const found: { pattern: string; forms: (string | null)[] }[] = []
  for (const { pattern, file, ...route } of listRoutes()) {
    if ('action' in (await loadRoute({ ...route, file })))
      found.push({ pattern, forms: listForms(resolve('app', file)) })
  }
  const named = new Set(found.flatMap(({ forms }) => forms))
  const computed = formNames.filter((name) => !named.has(name))
  return found.map(({ pattern, forms }) => ({
    pattern,
    // One without a form by name reads what was sent itself.
    forms: [...new Set(forms.length === 0 ? [''] : forms.flatMap((name) => name ?? computed))],
  }))
}

/** Every way in which a form could name a relationship or a service branch, beside what forms ask for otherwise. */
const fields = {
  militaryRelationshipTypeId: '1',
  military_relationship_type_id: '1',
  relationshipTypeId: '1',
  relationship_type_id: '1',
  relationshipType: 'Veteran',
  relationship_type: 'Veteran',
  relationship: 'Veteran',
  claim: 'Verified veteran-owned',
  serviceBranchId: '1',
  service_branch_id: '1',
  serviceBranch: 'British Army',
  branch: '1',
  serviceNumber: '',
  serviceDescription: 'I served',
  firstName: 'Jo',
  lastName: 'Told',
  displayName: 'Jo',
  personalEmail: 'jo@sample.example',
  personalMobile: '07700900456',
  words: 'A reason that is long enough to be one',
  reply: 'There is nothing else',
  name: 'Quay Carpentry',
  message: 'A message that is long enough',
  email: 'jo@sample.example',
}

interface Listed {
  userId: string
  businessId: string
  slug: string
  code: string
}

/** A listed business whose verified owner has this relationship there, and on their profile what they say of themselves. */
async function createListed(relationshipTypeId: number | null): Promise<Listed> {
  const { db } = platform
  const { userId } = await createMember(db, { status: 'Verified', relationship: null })
  await db.insert(verifications).values({
    profileId: userId,
    militaryRelationshipTypeId: relationshipTypeId,
    verifiedAt: new Date(),
  })
  const business = await createBusiness(db, { profileId: userId, companyNumber: '01234567' })
  await db.update(profiles).set({ businessId: business.id }).where(eq(profiles.id, userId))
  await db.insert(factChecks).values({ businessId: business.id, fact: 'companyNumber', value: '01234567' })
  const [credential] = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.businessId, business.id), isNull(credentials.endedAt)))
  return { userId, businessId: business.id, slug: business.businessSlug, code: credential?.code ?? '' }
}

/** What is said of a business: on its page and cards, to the filters, in the API, and under its code. Null if it is not listed. */
async function claimsOf({ businessId, slug, code }: Listed): Promise<unknown> {
  const [row] = await queryRows<Record<string, unknown>>(
    platform.db,
    sql`SELECT p.relationship_type_id, p.relationship_type, p.service_branch, l.relationship_type_id AS filter,
          l.service_branch_id AS branch_filter
        FROM public_businesses_view p LEFT JOIN directory_listings l ON l.business_id = p.id WHERE p.id = ${businessId}`,
  )
  if (!row) return null
  const found = await getPublicBusiness(platform, slug)
  const api = found && toApiBusiness(found, origin)
  const credential = await checkListingCredential(platform, { code })
  return {
    row,
    api: [api?.relationship_type, api?.claim, api?.service_branch],
    credential: [credential?.answer.verified?.claim, credential?.answer.verified?.basis],
  }
}

/** The cookies of the last session that was opened, and whose it is. */
let session = { userId: '', cookies: '' }

/** Sends a form as the owner, who is signed in again only after what ended the session. */
async function send({ userId, slug }: Listed, pattern: string, form: string): Promise<void> {
  if (session.userId !== userId || (await platform.db.$count(sessions, eq(sessions.userId, userId))) === 0) {
    const { browser } = await signInMember(platform, userId)
    session = { userId, cookies: browser.headers.get('Cookie') ?? '' }
  }
  const path = pattern.replace(':slug', slug).replace(/:[a-z]+/g, '00000000-0000-4000-8000-000000000000')
  const answer = await fetch(`${origin}/${path.replace('*', 'x')}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: session.cookies, Origin: origin },
    body: new URLSearchParams({ form, intent: form, ...fields }),
  })
  await answer.body?.cancel()
}

// spec: hold.6.2
test.each([
  ['without a relationship', null, 'Verified', /^/],
  // Where forms ask what somebody is.
  ['as a supporter', 6, 'Checked supporter of veterans', /^(auth|onboarding|profile|verification)/],
])(
  'no form that a member can send changes the claim of an owner verified %s',
  { timeout: 90_000 },
  async (_, relationship, claim, routes) => {
    const before = await claimsOf(await createListed(relationship))
    expect(before).toMatchObject({
      api: [relationship === null ? null : 'Supporter', claim, null],
      credential: [claim, expect.any(String)],
    })
    let listed = await createListed(relationship)
    const sent = new Set<string>()
    for (const { pattern, forms } of await listActions()) {
      for (const form of routes.test(pattern) ? forms : []) {
        await send(listed, pattern, form)
        sent.add(form)
        const after = await claimsOf(listed)
        // Some take the listing out of the directory, such as that which withdraws the verification.
        if (after === null) listed = await createListed(relationship)
        else expect([pattern, form, after]).toEqual([pattern, form, before])
      }
    }
    if (relationship === null) expect(formNames.filter((name) => !sent.has(name))).toEqual([])
    // It was not for want of trying: the form of the profile was accepted.
    const told = sql`SELECT id FROM profiles WHERE military_relationship_type_id = 1 AND last_name = 'Told'`
    expect(await queryRows(platform.db, told)).not.toEqual([])
  },
)
