import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeEnquiryForm, makeProfileForm } from '../factories/forms.ts'
import { anyIpAddress, firefox } from '../visitors.ts'

/** Who and what there is on the site, as plant.ts made it. */
export interface Planted {
  members: { userId: string; email: string; cookies: string }[]
  slugs: string[]
}

/** What happens to the cluster meanwhile. */
export type Fault = string

/** A request, and how it ended. */
export interface Outcome {
  fault: Fault
  method: 'GET' | 'POST'
  path: string
  /** Milliseconds since the load began, and that it took. */
  startedAt: number
  ms: number
  /** What was wrong with the answer; null for nothing. */
  problem: string | null
}

/** A form that is sent until it is acknowledged, by a visitor with an IP address of their own. */
interface Form {
  path: string
  body: Record<string, string>
  cookies?: string
}

/** Milliseconds that no request lasts longer than, whatever breaks. */
export const longestMs = 15_000

/** People who read, and people who send forms, at a time; and milliseconds that each waits before the next request. */
const [readers, senders, pauseMs] = [4, 3, 20]

/**
 * People who use the site, as through a browser: a page that fails is left, a form that fails is sent again as it was until it is
 * acknowledged. What is sent has a text of its own, by which it is found in the database.
 */
export class Load {
  readonly outcomes: Outcome[] = []
  /** Texts of messages and enquiries: of all that were sent, and of those that were acknowledged. */
  readonly sent = new Set<string>()
  readonly acknowledged = new Set<string>()
  /** The display name that a member saved last, and that was acknowledged. */
  readonly displayNames = new Map<string, string>()
  fault: Fault = 'nothing'
  readonly #url: string
  readonly #planted: Planted
  readonly #began = performance.now()
  #clients: Promise<void>[] = []
  #isOver = false

  constructor(url: string, planted: Planted) {
    this.#url = url
    this.#planted = planted
  }

  /** Milliseconds since the load began. */
  now(): number {
    return performance.now() - this.#began
  }

  begin(): void {
    const repeat = async (act: () => Promise<void>) => {
      while (!this.#isOver) await act()
    }
    this.#clients = [
      ...Array.from({ length: readers }, () => repeat(() => this.#read())),
      ...Array.from({ length: senders }, (_, sender) => repeat(() => this.#write(sender))),
    ]
  }

  /** Lets everybody finish what they began. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  /** Pages that everybody may see: some from memory, some rendered for this request alone. */
  async #read(): Promise<void> {
    const pages = [
      '/about',
      '/directory',
      `/directory?search=sample+${randomInt(1_000_000)}`,
      `/business/${pick(this.#planted.slugs)}`,
      `/business/${pick(this.#planted.slugs)}?from=${randomInt(1_000_000)}`,
      '/api/v1/businesses',
    ]
    await this.#request('GET', pick(pages), 200)
  }

  async #write(sender: number): Promise<void> {
    await this.#send({
      path: '/contact',
      body: { name: 'Sam', email: 'sam@sample.example', mailbox: 'general', message: this.#text() },
    })
    const needs = this.#text()
    await this.#send({
      path: `/business/${pick(this.#planted.slugs)}/enquire`,
      body: makeEnquiryForm(needs),
    })
    // A member sends their forms one after another, so what was saved last is known.
    const own = this.#planted.members.filter((_, place) => place % senders === sender)
    const { userId, email, cookies } = pick(own)
    const displayName = `Sam ${randomUUID()}`
    const isSaved = await this.#send({
      path: '/profile',
      cookies,
      body: makeProfileForm({ email, displayName }),
    })
    if (isSaved) this.displayNames.set(userId, displayName)
    else this.displayNames.delete(userId)
  }

  /** A text that is sent. */
  #text(): string {
    const text = randomUUID()
    this.sent.add(text)
    return text
  }

  /** Sends a form until it is acknowledged; false if the load is over before that. */
  async #send({ path, body, cookies }: Form): Promise<boolean> {
    const ipAddress = anyIpAddress()
    do {
      const options = { body: new URLSearchParams(body), ipAddress, ...(cookies && { cookies }) }
      if (!(await this.#request('POST', path, 302, options))) continue
      const text = body.message ?? body.needs
      if (text) this.acknowledged.add(text)
      return true
    } while (!this.#isOver)
    return false
  }

  /** Whether the answer was as it should be. */
  async #request(
    method: Outcome['method'],
    path: string,
    expected: number,
    {
      body,
      cookies,
      ipAddress = anyIpAddress(),
    }: { body?: URLSearchParams; cookies?: string; ipAddress?: string } = {},
  ): Promise<boolean> {
    await sleep(pauseMs)
    const atFirst = this.fault
    const startedAt = this.now()
    const problem = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      // A little longer, so that what lasts too long is known to.
      signal: AbortSignal.timeout(longestMs + 1_000),
      headers: {
        'User-Agent': firefox,
        'X-Forwarded-For': ipAddress,
        ...(body && { Origin: this.#url }),
        ...(cookies && { Cookie: cookies }),
      },
      ...(body && { body }),
    })
      .then(async (answer) => {
        // It may be cut off in the middle.
        await answer.text()
        return answer.status === expected ? null : `${answer.status} instead of ${expected}`
      })
      .catch((error: Error) => String(error.cause ?? error))
    // What broke meanwhile may be why it failed.
    const fault = this.fault === 'nothing' ? atFirst : this.fault
    this.outcomes.push({ fault, method, path, startedAt, ms: this.now() - startedAt, problem })
    return problem === null
  }
}

function pick<Item>(items: Item[]): Item {
  return items[randomInt(items.length)] as Item
}
