import type { Visitor } from '#app/features/account/service.server.ts'
import { signInMember, signInMemberWithCode } from '#app/features/profile/sign-in-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** Signs somebody in with the service that the product uses. */
export function signIn(platform: Platform, visitor: Visitor, credentials: { email: string; password: string }) {
  return signInMember(platform, visitor, credentials)
}

/** The second step of it. */
export function signInWithCode(platform: Platform, visitor: Visitor, code: string) {
  return signInMemberWithCode(platform, visitor, code)
}
