import type { RequestSender } from '#app/features/account/service.server.ts'
import {
  type FindSignInBan,
  type SignInResult,
  signIn,
  signInWithCode,
} from '#app/features/account/sign-in-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findMemberSuspension } from './queries.server.ts'

/** Signs a member in. Only the right password reveals a suspension. */
export function signInMember(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  credentials: { email: string; password: string },
): Promise<SignInResult> {
  return signIn(platform, visitor, credentials, suspensionsOf(platform))
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function signInMemberWithSecondFactorCode(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  code: string,
): Promise<SignInResult> {
  return signInWithCode(platform, visitor, code, suspensionsOf(platform))
}

function suspensionsOf({ db }: Pick<Platform, 'db'>): FindSignInBan {
  return (userId) => findMemberSuspension(db, userId)
}
