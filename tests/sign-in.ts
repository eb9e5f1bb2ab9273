import type { Visitor } from '#app/features/account/service.server.ts'
import { signInMember, signInMemberWithCode } from '#app/features/profile/sign-in-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { memberPassword, type TestMember } from './factories/members.ts'
import { type Browser, openBrowser } from './visitors.ts'

/** Signs somebody in with the service that the product uses. */
export function signIn(platform: Platform, visitor: Visitor, credentials: { email: string; password: string }) {
  return signInMember(platform, visitor, credentials)
}

/** The second step of it. */
export function signInWithCode(platform: Platform, visitor: Visitor, code: string) {
  return signInMemberWithCode(platform, visitor, code)
}

/** Signs a member in with their password, in a browser that keeps the cookies. */
export async function signInAs(
  platform: Platform,
  { email }: TestMember,
  browser: Browser = openBrowser(),
): Promise<Browser> {
  const result = await signIn(platform, browser, { email, password: memberPassword })
  if (result.outcome !== 'signed-in') throw new Error(`the sign-in was ${result.outcome}`)
  browser.keep(result.cookies)
  return browser
}
