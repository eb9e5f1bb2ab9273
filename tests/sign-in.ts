import { requestPasswordReset } from '#app/features/account/password-change-service.server.ts'
import type { RequestSender } from '#app/features/account/service.server.ts'
import { deriveEmailLinkToken } from '#app/features/account/token-service.server.ts'
import { signInMember, signInMemberWithSecondFactorCode } from '#app/features/profile/sign-in-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { memberPassword, type TestMember } from './factories/members.ts'
import { listJobs } from './jobs.ts'
import { type Browser, openBrowser } from './visitors.ts'

/** Signs somebody in with the service that the product uses. */
export function signIn(platform: Platform, visitor: RequestSender, credentials: { email: string; password: string }) {
  return signInMember(platform, visitor, credentials)
}

/** The second step of it. */
export function signInWithCode(platform: Platform, visitor: RequestSender, code: string) {
  return signInMemberWithSecondFactorCode(platform, visitor, code)
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

/** What comes of a sign-in; with the right password unless another is given. */
export async function outcomeOf(
  platform: Platform,
  { email, password = memberPassword }: { email: string; password?: string },
  browser: Browser = openBrowser(),
) {
  return (await signIn(platform, browser, { email, password })).outcome
}

/** A member's address with a password that is not theirs. */
export function wrong({ email }: TestMember) {
  return { email, password: 'a wrong one' }
}

/** The jobs of a name that are for a user. */
export async function jobsFor({ db }: Platform, name: string, userId: string) {
  const jobs = await listJobs(db)
  return jobs.filter((job) => job.name === name && (job.data as { userId?: string } | null)?.userId === userId)
}

/** The token in the last mail of a kind to a member. */
export async function tokenFor(
  platform: Platform,
  { userId }: TestMember,
  kind: 'reset' | 'change-address',
): Promise<string> {
  const name = kind === 'reset' ? 'account.send-password-reset' : 'account.send-address-change'
  const told = (await jobsFor(platform, name, userId)).at(-1)?.data as { tokenId: string } | undefined
  return deriveEmailLinkToken(platform.secret, kind, told?.tokenId ?? '')
}

/** Asks for a link to reset a member's password; returns its token. */
export async function resetTokenFor(platform: Platform, member: TestMember): Promise<string> {
  const { outcome } = await requestPasswordReset(platform, openBrowser(), member.email)
  if (outcome !== 'done') throw new Error(`the request was ${outcome}`)
  return tokenFor(platform, member, 'reset')
}
