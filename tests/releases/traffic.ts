import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../e2e/support/servers.ts'
import { makeEnquiryForm, makeProfileForm } from '../factories/forms.ts'
import { anyIpAddress, firefox } from '../visitors.ts'

/** Who and what there is, as plant.ts prints it. */
export interface Planted {
  password: string
  members: { userId: string; email: string }[]
  slugs: string[]
}

/** A server that gets requests, and what it answered. */
export interface Target {
  name: string
  server: Server
  underWay: number
  answers: number
  saves: number
}

interface Request {
  path: string
  /** The status that is right. */
  expected: number
  cookies?: string
  form?: Record<string, string>
  text?: string
  /** What the answer has to have in it. */
  contains?: string
  /** Another server than this one, where there is another. */
  notOn?: Target | undefined
}

interface Answer {
  target: Target
  cookies: string
}

/** Clients at a time, and milliseconds between two requests of one. */
const clients = 4
const pauseMs = 20
/** Milliseconds after which an answer comes too late. */
const latest = 30_000

/** People who use the servers that there are, whichever answers, as behind a load balancer; and what was acknowledged to them. */
export class Traffic {
  readonly enquiries = new Set<string>()
  readonly signIns = new Map<string, number>()
  /** The display name that a member saved last. */
  readonly displayNames = new Map<string, string>()
  beacons = 0
  slowest = 0
  readonly failures: string[] = []
  readonly #planted: Planted
  readonly #publicUrl: string
  /** The servers that get requests now. */
  readonly targets: Target[] = []
  #clients: Promise<void>[] = []
  #isOver = false

  constructor(planted: Planted, publicUrl: string) {
    this.#planted = planted
    this.#publicUrl = publicUrl
  }

  /** Sends requests to a server too. */
  add(name: string, server: Server): Target {
    const target = { name, server, underWay: 0, answers: 0, saves: 0 }
    this.targets.push(target)
    return target
  }

  /** Sends a server no more requests, and waits for those under way. */
  async remove(target: Target): Promise<void> {
    this.targets.splice(this.targets.indexOf(target), 1)
    while (target.underWay > 0) await sleep(10)
  }

  begin(): void {
    this.#clients = Array.from({ length: clients }, (_, index) =>
      this.#visit(this.#planted.members.filter((_, place) => place % clients === index)),
    )
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  /** One person after another, each for a while. */
  async #visit(members: Planted['members']): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const member = members[turn % members.length] as Planted['members'][number]
      const cookies = await this.#signIn(member)
      for (let round = 0; cookies && round < 5 && !this.#isOver; round += 1) {
        await this.#save(member, cookies)
        const slug = this.#planted.slugs[randomInt(this.#planted.slugs.length)] ?? ''
        await this.#send({ path: '/directory?q=sample', expected: 200, contains: 'Sample Business' })
        await this.#send({ path: `/business/${slug}`, expected: 200, contains: 'Sample Business' })
        await this.#send({ path: '/api/v1/businesses', expected: 200, contains: '"Sample Business' })
        await this.#enquire(slug)
        const beacon = await this.#send({ path: '/beacon', expected: 204, text: `phone ${slug}` })
        if (beacon) this.beacons += 1
      }
    }
  }

  async #signIn({ userId, email }: Planted['members'][number]): Promise<string | null> {
    const form = { form: 'login', email, password: this.#planted.password }
    const answer = await this.#send({ path: '/auth', expected: 302, form })
    if (!answer) return null
    this.signIns.set(userId, (this.signIns.get(userId) ?? 0) + 1)
    return answer.cookies
  }

  /** What one server saved, another shows. */
  async #save({ userId, email }: Planted['members'][number], cookies: string): Promise<void> {
    const displayName = `Sam ${randomUUID()}`
    const form = makeProfileForm({ email, displayName })
    const answer = await this.#send({ path: '/profile', expected: 302, cookies, form })
    if (!answer) return
    answer.target.saves += 1
    this.displayNames.set(userId, displayName)
    await this.#send({ path: '/profile', expected: 200, cookies, contains: displayName, notOn: answer.target })
  }

  async #enquire(slug: string): Promise<void> {
    const needs = randomUUID()
    const form = makeEnquiryForm(needs)
    if (await this.#send({ path: `/business/${slug}/enquire`, expected: 302, form })) this.enquiries.add(needs)
  }

  /** From an address of its own, as each is limited. Null, and a failure, if the answer is not the right one. */
  async #send({ path, expected, cookies, form, text, contains, notOn }: Request): Promise<Answer | null> {
    await sleep(pauseMs)
    const others = this.targets.filter((target) => target !== notOn)
    const choice = others.length > 0 ? others : this.targets
    const target = choice[randomInt(choice.length)] as Target
    const body = form ? new URLSearchParams(form) : text
    const startedAt = performance.now()
    target.underWay += 1
    try {
      const answer = await fetch(target.server.url + path, {
        ...(body !== undefined && { method: 'POST', body }),
        headers: {
          'User-Agent': firefox,
          'X-Forwarded-For': anyIpAddress(),
          ...(body !== undefined && { Origin: this.#publicUrl }),
          ...(cookies && { Cookie: cookies }),
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(latest),
      })
      const said = await answer.text()
      target.answers += 1
      if (answer.status !== expected) return this.#fail(target, path, `${answer.status} instead of ${expected}`)
      if (contains && !said.includes(contains)) return this.#fail(target, path, `has no ${contains}`)
      const given = answer.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''))
      return { target, cookies: given.join('; ') }
    } catch (error) {
      return this.#fail(target, path, String((error as Error).cause ?? error))
    } finally {
      target.underWay -= 1
      this.slowest = Math.max(this.slowest, performance.now() - startedAt)
    }
  }

  #fail({ name }: Target, path: string, what: string): null {
    this.failures.push(`${name}: ${path}: ${what}`)
    return null
  }
}
