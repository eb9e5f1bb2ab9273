import {
  type Admits,
  type SignInResult,
  signIn,
  signInWithCode,
  type Visitor,
} from '#app/features/account/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { isSuspended } from './queries.server.ts'

/** Signs a member in, who learns only with the right password that they are suspended. */
export function signInMember(
  platform: Platform,
  visitor: Visitor,
  credentials: { email: string; password: string },
): Promise<SignInResult> {
  return signIn(platform, visitor, credentials, admitsTo(platform))
}

/** The second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function signInMemberWithCode(platform: Platform, visitor: Visitor, code: string): Promise<SignInResult> {
  return signInWithCode(platform, visitor, code, admitsTo(platform))
}

function admitsTo({ db }: Platform): Admits {
  return async (userId) => !(await isSuspended(db, userId))
}
