import { openSessionAfterFollowedEmailLink } from '#app/features/account/service.server.ts'
import { identifyActor } from '#app/features/profile/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { type Browser, openBrowser } from './visitors.ts'

/** Signs a member in with a new browser, without a password. */
export async function signInMember(platform: Platform, userId: string): Promise<{ browser: Browser; actor: Actor }> {
  const browser = openBrowser()
  browser.keep(await openSessionAfterFollowedEmailLink(platform, browser, userId))
  return { browser, actor: await actorOf(platform, browser) }
}

/** The member a browser is signed in as. */
export async function actorOf(platform: Platform, { headers }: { headers: Headers }): Promise<Actor> {
  const { actor } = await identifyActor(platform, headers)
  if (!actor) throw new Error('nobody is signed in')
  return actor
}
