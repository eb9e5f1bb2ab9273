import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { verificationDocuments, verifications } from '#app/features/verification/tables.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import type { DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { makeSession } from '../e2e/support/members.ts'
import { createBusiness } from '../factories/businesses.ts'
import { letApprove } from '../factories/cases.ts'
import { makeEnquiryForm, makeProfileForm } from '../factories/forms.ts'
import { createMember, memberPassword, type TestMember } from '../factories/members.ts'
import { photographWithPlace } from '../pictures.ts'
import { anyIpAddress, firefox } from '../visitors.ts'
import type { FaultSite } from './site.ts'

/** What a site uses, as far as people's doings show there. */
export interface Site extends Pick<FaultSite, 'url' | 'mailServer' | 'printful' | 'stripe'> {
  store: {
    s3: { bucket: string }
    objects: { has: (path: string) => boolean; set: (path: string, bytes: Buffer) => unknown }
  }
}

/** Who there is, before anything runs. */
export interface Planted {
  slugs: string[]
  members: (TestMember & { cookies: string })[]
  staff: { userId: string; cookies: string }
  /** Cases that wait for a decision. */
  cases: { id: string; userId: string }[]
  /** Who may publish a podcast. */
  hosts: { cookies: string }[]
}

export type Role = 'visitor' | 'member' | 'staff'

/** What somebody got to see. */
export interface Seen {
  role: Role
  act: string
  /** 'clear error': a page or a message of the product that says what to do; 'no answer': the process was not there. */
  outcome: 'works' | 'clear error' | 'no answer' | 'wrong'
  /** The status, and what was wrong about it. */
  detail: string
  /** Milliseconds of the slowest answer, as an order takes several. */
  ms: number
}

/** What was acknowledged, and during which fault. */
export type Acknowledged = { fault: string } & (
  | { kind: 'enquiry'; needs: string }
  | { kind: 'sign-in'; cookies: string }
  | { kind: 'profile'; userId: string; displayName: string }
  | { kind: 'picture'; userId: string }
  | { kind: 'decision'; userId: string }
  | { kind: 'order'; sessionId: string }
)

/** Milliseconds after which a client goes away; longer than any answer may take. */
const patienceMs = 60_000

const storedFile = 'logo/sample/logo.webp'

/** Enough of everything that nobody meets a limit. */
const planted = { businesses: 24, members: 24, cases: 160, hosts: 4 }

export async function plantPeople({ db }: Pick<DatabaseHandle, 'db'>): Promise<Planted> {
  const signIn = async (userId: string) =>
    (await makeSession(db, 'http://127.0.0.1', userId)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const slugs: string[] = []
  for (let count = 0; count < planted.businesses; count += 1) {
    const { userId } = await createMember(db, { status: 'Verified' })
    slugs.push((await createBusiness(db, { profileId: userId, name: `Sample Business ${count}` })).businessSlug)
  }
  const members: Planted['members'] = []
  for (let count = 0; count < planted.members; count += 1) {
    const member = await createMember(db)
    members.push({ ...member, cookies: await signIn(member.userId) })
  }
  const cases: Planted['cases'] = []
  for (let count = 0; count < planted.cases; count += 1) {
    const { userId } = await createMember(db, { status: 'In Review' })
    const waits = { profileId: userId, queuedAt: new Date(), militaryRelationshipTypeId: 1, serviceBranchId: 1 }
    const [row] = await db.insert(verifications).values(waits).returning({ id: verifications.id })
    await db
      .insert(verificationDocuments)
      .values({ profileId: userId, fileBucketUrl: `${userId}/paper.sealed`, mediaType: 'image/png', size: 1 })
    if (row) cases.push({ id: row.id, userId })
  }
  const { userId } = await createMember(db, { role: 'Admin' })
  for (const { id: caseId, userId: memberId } of cases) await letApprove(db, { caseId, userId: memberId })
  const hosts: Planted['hosts'] = []
  for (let count = 0; count < planted.hosts; count += 1) {
    hosts.push({ cookies: await signIn((await createMember(db, { status: 'Verified' })).userId) })
  }
  return { slugs, members, staff: { userId, cookies: await signIn(userId) }, cases, hosts }
}

/** A visitor, a member and staff who do what they came for, and what was acknowledged to them. */
export class People {
  readonly acknowledged: Acknowledged[] = []
  /** What each member has sent as their display name, oldest first: what was not acknowledged may have been stored all the same. */
  readonly sentNames = new Map<string, string[]>()
  readonly #site: Site
  readonly #planted: Planted
  readonly #picture: Promise<Buffer>
  /** What is happening now. */
  fault = 'nothing'
  #turn = 0
  /** Enquiries that were not acknowledged: people send them again as they were. */
  readonly #unsent: { slug: string; needs: string }[] = []

  constructor(site: Site, given: Planted) {
    this.#site = site
    this.#planted = given
    this.#picture = photographWithPlace(400, 400)
    site.store.objects.set(`/${site.store.s3.bucket}/${storedFile}`, Buffer.from('a picture'))
  }

  /** All at once, each on a connection of their own, as the first to meet a fault does not tell the others. */
  all(): Promise<Seen[]> {
    this.#turn += 1
    return Promise.all([...this.#looks(), this.enquire(), this.#signIn(), this.#decide(), this.#order()])
  }

  /** What costs nothing to do again: whether the site is well. */
  glance(): Promise<Seen[]> {
    this.#turn += 1
    return Promise.all(this.#looks())
  }

  #looks(): Promise<Seen>[] {
    return [
      this.#look('visitor', 'home page', '/', 'Muster'),
      // Each search is another, so that none is answered from memory.
      this.#look('visitor', 'search', `/directory?q=Sample+${randomInt(1e9)}`, 'Sample'),
      this.#look('visitor', 'business', `/business/${this.#slug()}`, 'Sample Business'),
      this.#look('visitor', 'stored file', `/files/${storedFile}`, 'a picture'),
      this.#saveProfile(),
      this.#savePicture(),
      this.#look('staff', 'queue', '/admin', 'queue', this.#planted.staff.cookies),
    ]
  }

  #slug(): string {
    return this.#planted.slugs[randomInt(this.#planted.slugs.length)] ?? ''
  }

  #member(): Planted['members'][number] {
    return this.#planted.members[this.#turn % this.#planted.members.length] as Planted['members'][number]
  }

  #look(role: Role, act: string, path: string, contains: string, cookies?: string): Promise<Seen> {
    return this.#see(role, act, async (send) => {
      const answer = await send(path, { cookies })
      return answer.status === 200 && !answer.text.includes(contains) ? `200 without '${contains}'` : answer
    })
  }

  async enquire(): Promise<Seen> {
    const enquiry = this.#unsent.shift() ?? { slug: this.#slug(), needs: randomUUID() }
    const { slug, needs } = enquiry
    const form = makeEnquiryForm(needs)
    const seen = await this.#see('visitor', 'enquiry', async (send) => {
      const answer = await send(`/business/${slug}/enquire`, { form, expected: 302 })
      if (answer.isRight) this.acknowledged.push({ fault: this.fault, kind: 'enquiry', needs })
      return answer
    })
    if (seen.outcome !== 'works') this.#unsent.push(enquiry)
    return seen
  }

  #signIn(): Promise<Seen> {
    const { email } = this.#member()
    const form = { form: 'login', email, password: memberPassword }
    return this.#see('member', 'sign-in', async (send) => {
      const answer = await send('/auth', { form, expected: 302 })
      if (answer.isRight) this.acknowledged.push({ fault: this.fault, kind: 'sign-in', cookies: answer.cookies })
      return answer
    })
  }

  #saveProfile(): Promise<Seen> {
    const { userId, email, cookies } = this.#member()
    const displayName = `Sam ${randomUUID()}`
    const form = makeProfileForm({ email, displayName })
    this.sentNames.set(userId, [...(this.sentNames.get(userId) ?? []), displayName])
    return this.#see('member', 'profile', async (send) => {
      const answer = await send('/profile', { form, cookies, expected: 302 })
      if (answer.isRight) this.acknowledged.push({ fault: this.fault, kind: 'profile', userId, displayName })
      return answer
    })
  }

  #savePicture(): Promise<Seen> {
    const { userId, cookies } = this.#member()
    return this.#see('member', 'picture', async (send) => {
      const body = new FormData()
      body.set('avatar', new Blob([new Uint8Array(await this.#picture)], { type: 'image/jpeg' }), 'picture.jpg')
      const answer = await send('/profile/avatar', { body, cookies, accept: 'application/json' })
      if (answer.isRight) this.acknowledged.push({ fault: this.fault, kind: 'picture', userId })
      return answer
    })
  }

  #decide(): Promise<Seen> {
    const { cookies } = this.#planted.staff
    return this.#see('staff', 'decision', async (send) => {
      const next = this.#planted.cases.shift()
      if (!next) throw new Error('no case is left to be decided')
      const path = `/admin/verifications/${next.id}`
      const taken = await send(path, { form: { form: 'take' }, cookies, expected: 302 })
      if (!taken.isRight) return taken
      const form = { form: 'decision', verdict: 'approve', words: '' }
      const answer = await send(path, { form, cookies, expected: 302 })
      if (answer.isRight) this.acknowledged.push({ fault: this.fault, kind: 'decision', userId: next.userId })
      return answer
    })
  }

  /** Orders, and pays on the payment page. */
  #order(): Promise<Seen> {
    return this.#see('visitor', 'order', async (send) => {
      const sold = this.#site.printful.products[0]
      const variant = sold?.sync_variants.find(({ synced }) => synced)
      if (!sold || !variant) throw new Error('the shop sells nothing')
      const item = { productId: String(sold.sync_product.id), variantId: String(variant.id), quantity: '1' }
      const put = await send('/shop/cart/change', { form: { change: 'add', ...item }, expected: 302 })
      if (!put.isRight) return put
      const page = await send('/shop/checkout', { cookies: put.cookies })
      const field = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page.text)?.[1] ?? ''
      const fields = ['checkout', 'country', 'subtotal', 'shipping'].map((name) => [name, field(name)])
      if (!page.isRight || fields.some(([, value]) => !value)) return page.isRight ? 'a checkout without fields' : page
      const form = Object.fromEntries(fields) as Record<string, string>
      const answer = await send('/shop/checkout', { form, cookies: put.cookies, expected: 303 })
      if (!answer.isRight) return answer
      const sessionId = answer.location.split('/').at(-1) ?? ''
      this.#site.stripe.pay(sessionId)
      this.acknowledged.push({ fault: this.fault, kind: 'order', sessionId })
      return answer
    })
  }

  async #see(role: Role, act: string, run: (send: Send) => Promise<Answer | string>): Promise<Seen> {
    const times: number[] = []
    const seen = (outcome: Seen['outcome'], detail: string): Seen => {
      return { role, act, outcome, detail, ms: Math.max(0, ...times) }
    }
    const send: Send = async (path, options) => {
      const startedAt = performance.now()
      try {
        return await this.#send(path, options)
      } finally {
        times.push(performance.now() - startedAt)
      }
    }
    try {
      const answer = await run(send)
      if (typeof answer === 'string') return seen('wrong', answer)
      if (answer.isRight) return seen('works', String(answer.status))
      return seen(isClearError(answer) ? 'clear error' : 'wrong', `${answer.status} ${answer.text.slice(0, 200)}`)
    } catch (error) {
      const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException }
      if (name === 'TimeoutError') return seen('wrong', 'no answer in time')
      return seen('no answer', cause?.code ?? String(error))
    }
  }

  /** From an address of its own, as each is limited. */
  async #send(
    path: string,
    { form, body, cookies, accept = 'text/html', expected = 200 }: RequestOptions,
  ): Promise<Answer> {
    const sent = form ? new URLSearchParams(form) : body
    const response = await fetch(this.#site.url + path, {
      ...(sent !== undefined && { method: 'POST', body: sent }),
      headers: {
        Accept: accept,
        'User-Agent': firefox,
        'X-Forwarded-For': anyIpAddress(),
        ...(sent !== undefined && { Origin: this.#site.url }),
        ...(cookies && { Cookie: cookies }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    const { status, headers } = response
    // Without scripts a form is answered with a redirect, and a message for the next page.
    const toast = status < 400 ? await parseFlashCookie(headers.get('Set-Cookie')) : null
    return {
      isRight: status === expected && !toast?.bad,
      status,
      text: toast ? `${toast.title}: ${toast.description}` : text,
      location: headers.get('Location') ?? '',
      cookies: headers
        .getSetCookie()
        .map((cookie) => cookie.replace(/;.*/, ''))
        .join('; '),
    }
  }

  /** A host publishes a podcast with this feed. @throws if that is refused */
  async publishPodcast(rssFeedUrl: string): Promise<void> {
    const form = { form: 'podcast', version: '', title: 'Out of step', rssFeedUrl }
    const { status } = await this.#send('/my-podcast', { form, cookies: this.#planted.hosts.shift()?.cookies })
    if (status !== 302) throw new Error(`a podcast was answered with ${status}`)
  }

  /** Acknowledged sign-ins that are signed in no more. */
  async findForgotten(): Promise<{ fault: string; what: string }[]> {
    const forgotten = []
    for (const each of this.acknowledged) {
      if (each.kind !== 'sign-in') continue
      const { status } = await this.#send('/profile', { cookies: each.cookies })
      if (status !== 200) forgotten.push({ fault: each.fault, what: 'sign-in: the session is gone' })
    }
    return forgotten
  }
}

interface RequestOptions {
  form?: Record<string, string>
  body?: FormData
  cookies?: string | undefined
  accept?: string
  expected?: number
}

type Send = (path: string, options: RequestOptions) => Promise<Answer>

interface Answer {
  isRight: boolean
  status: number
  text: string
  location: string
  cookies: string
}

/** Whether an answer is the product's own, and says that it is worth trying again, or what the specification has it say. */
function isClearError({ status, text }: Answer): boolean {
  return (
    status !== 404 && /(try|look) again|Failed to approve the verification\./i.test(text) && !/too many/i.test(text)
  )
}

/** Waits until something holds; milliseconds that took, or null if it did not in time. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean, longestMs: number): Promise<number | null> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < longestMs) {
    if (await isSo()) return performance.now() - startedAt
    await sleep(200)
  }
  return null
}
