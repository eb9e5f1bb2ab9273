import { openSession, type Visitor } from '#app/features/account/service.server.ts'
import { findActor } from '#app/features/profile/service.server.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** A browser with its cookies, as far as the services see one. */
export class Browser {
  readonly #cookies = new Map<string, string>()
  readonly #userAgent: string

  constructor(userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0') {
    this.#userAgent = userAgent
  }

  /** Takes the `Set-Cookie` values of an answer. */
  take(setCookies: string[]): this {
    for (const cookie of setCookies) {
      const [pair = '', ...attributes] = cookie.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (attributes.some((attribute) => /max-age=0/i.test(attribute))) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return this
  }

  get headers(): Headers {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Headers({ 'User-Agent': this.#userAgent, ...(cookie && { Cookie: cookie }) })
  }

  get visitor(): Visitor {
    return { headers: this.headers, clientAddress: '192.0.2.1' }
  }
}

/** Signs a member in with a new browser. */
export async function signInMember(platform: Platform, userId: string): Promise<{ browser: Browser; actor: Actor }> {
  const browser = new Browser()
  browser.take(await openSession(platform, browser.visitor, userId))
  return { browser, actor: await actorOf(platform, browser) }
}

/** Who a browser is signed in as. */
export async function actorOf(platform: Platform, browser: Browser): Promise<Actor> {
  const { actor } = await findActor(platform, browser.headers)
  if (!actor) throw new Error('nobody is signed in')
  return actor
}
