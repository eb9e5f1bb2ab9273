import { formatEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { z } from 'zod'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { type AuditAction, recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { betterAuthEncryptionKeys, betterAuthOfPlatform, reSignBetterAuthRequestCookies } from './better-auth.server.ts'
import { sendTwoFactorRemovedMail } from './mails.server.ts'
import type { TwoFactorSetupData, TwoFactorState } from './model.ts'
import { checkCurrentPassword, type PasswordCheckResult } from './password-change-service.server.ts'
import { drawQrCode } from './qr-code.server.ts'
import {
  deleteTwoFactor,
  hasUserConfirmedTwoFactor,
  listEncryptedTwoFactorSecrets,
  listTwoFactors,
  replaceTwoFactorSecretsIfUnchanged,
} from './queries.server.ts'
import { endSessionsExceptThatOfCookies, findUserIdByEmail, type RequestSender } from './service.server.ts'
import { betterAuthErrorCode } from './sign-in-service.server.ts'

/** The result of a wrong password or of too many attempts. */
type Refused = Exclude<PasswordCheckResult, { outcome: 'done' }>

/** Minutes between entering the password and the first code. */
const setupMinutes = 15

/** Whether this secret decrypts the stored second factors; true if there are none. Damaged ones are ignored. */
export async function doesSecretDecryptTwoFactors({ db, secret }: Pick<Platform, 'db' | 'secret'>): Promise<boolean> {
  const sealed = await listEncryptedTwoFactorSecrets(db, 5)
  const tries = sealed.map((data) =>
    symmetricDecrypt({ key: betterAuthEncryptionKeys(secret), data }).catch(() => null),
  )
  return sealed.length === 0 || (await Promise.all(tries)).some((opened) => opened !== null)
}

/** Second factors read at a time. */
const resealedAtATime = 200

/** Encrypts second factors with the newest of SECRET, so that the ones before can be taken away. What none of them opens stays as it is. */
export async function reencryptTwoFactorSecrets({ db, secret }: Pick<Platform, 'db' | 'secret'>): Promise<void> {
  let after: string | null = null
  do {
    const rows = await listTwoFactors(db, after, resealedAtATime)
    for (const row of rows) {
      const fresh = {
        secret: await resealed(secret, row.secret),
        backupCodes: await resealed(secret, row.backupCodes),
      }
      if (fresh.secret !== row.secret || fresh.backupCodes !== row.backupCodes)
        await replaceTwoFactorSecretsIfUnchanged(db, row, fresh)
    }
    after = rows.length === resealedAtATime ? (rows.at(-1)?.id ?? null) : null
  } while (after !== null)
}

async function resealed(secret: SigningSecret, sealed: string): Promise<string> {
  const { currentVersion, keys } = betterAuthEncryptionKeys(secret)
  if (sealed.startsWith(formatEnvelope(currentVersion, ''))) return sealed
  // Before it stored a number with it, Better Auth encrypted with the one secret that there was.
  for (const legacySecret of secret.all) {
    const data = await symmetricDecrypt({ key: { keys, currentVersion, legacySecret }, data: sealed }).catch(() => null)
    if (data !== null) return symmetricEncrypt({ key: betterAuthEncryptionKeys(secret), data })
  }
  return sealed
}

/** Whether the member has two-factor authentication. */
export async function getOwnTwoFactorState(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<TwoFactorState> {
  return (await hasUserConfirmedTwoFactor(platform.db, requireActor(actor).userId)) ? 'on' : 'off'
}

/** Creates a secret for the member's authenticator app. Signing in does not change until a code is confirmed. */
export async function startOwnTwoFactorSetup(
  platform: Pick<Platform, 'db' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  actor: Actor | null,
  password: string,
): Promise<{ outcome: 'begun'; setup: TwoFactorSetupData } | { outcome: 'on-already' } | Refused> {
  const who = requireActor(actor)
  const checked = await checkCurrentPassword(platform, who, password)
  if (checked.outcome !== 'done') return checked
  const answer = await betterAuthOfPlatform(platform)
    .api.enableTwoFactor({
      body: { password, method: 'totp' },
      headers: reSignBetterAuthRequestCookies(platform, visitor.headers),
    })
    .catch((error) => {
      if (betterAuthErrorCode(error) !== 'TOTP_ALREADY_ENABLED') throw error
      return null
    })
  if (!answer || !('totpURI' in answer)) return { outcome: 'on-already' }
  const until = Date.now() + setupMinutes * 60_000
  return { outcome: 'begun', setup: await writeSetup(platform, { userId: who.userId, until, uri: answer.totpURI }) }
}

/** Restores the setup of a proof, to show it again; null if it is another member's or too old. */
export async function resumeTwoFactorSetupByProof(
  platform: Pick<Platform, 'secret'>,
  actor: Actor | null,
  proof: string,
): Promise<TwoFactorSetupData | null> {
  const { userId } = requireActor(actor)
  const setup = await readSetup(platform, proof)
  return setup && setup.userId === userId && setup.until > Date.now() ? writeSetup(platform, setup) : null
}

export type ConfirmTwoFactorSetupResult =
  | { outcome: 'on'; recoveryCodes: string[]; cookies: string[] }
  | { outcome: 'wrong-code'; setup: TwoFactorSetupData }
  /** The password was entered too long ago, or the proof is not for this. */
  | { outcome: 'expired' }
  | { outcome: 'on-already' }

/** Turns two-factor authentication on if the code is right. Replaces the session and ends all others: send its cookies. */
export async function confirmOwnTwoFactorSetup(
  platform: Pick<Platform, 'db' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  actor: Actor | null,
  { code, proof }: { code: string; proof: string },
): Promise<ConfirmTwoFactorSetupResult> {
  const { userId } = requireActor(actor)
  if (await hasUserConfirmedTwoFactor(platform.db, userId)) return { outcome: 'on-already' }
  const setup = await resumeTwoFactorSetupByProof(platform, actor, proof)
  if (!setup) return { outcome: 'expired' }
  const { api } = betterAuthOfPlatform(platform)
  const answer = await api
    .verifyTOTP({
      body: { code },
      headers: reSignBetterAuthRequestCookies(platform, visitor.headers),
      returnHeaders: true,
    })
    .catch((error) => {
      if (betterAuthErrorCode(error) !== 'INVALID_CODE') throw error
      return null
    })
  if (!answer) return { outcome: 'wrong-code', setup }
  const cookies = answer.headers.getSetCookie()
  await endSessionsExceptThatOfCookies(platform, cookies)
  const { backupCodes } = await api.viewBackupCodes({ body: { userId } })
  await record(platform, userId, 'account.two-factor.enabled')
  return { outcome: 'on', recoveryCodes: backupCodes, cookies }
}

/** Replaces the recovery codes. */
export async function renewOwnRecoveryCodes(
  platform: Pick<Platform, 'db' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  actor: Actor | null,
  password: string,
): Promise<{ outcome: 'renewed'; recoveryCodes: string[] } | { outcome: 'off-already' } | Refused> {
  const who = requireActor(actor)
  const checked = await checkCurrentPassword(platform, who, password)
  if (checked.outcome !== 'done') return checked
  if (!(await hasUserConfirmedTwoFactor(platform.db, who.userId))) return { outcome: 'off-already' }
  const { backupCodes } = await betterAuthOfPlatform(platform).api.generateBackupCodes({
    body: { password },
    headers: reSignBetterAuthRequestCookies(platform, visitor.headers),
  })
  await record(platform, who.userId, 'account.recovery-codes.renewed')
  return { outcome: 'renewed', recoveryCodes: backupCodes }
}

/** Turns two-factor authentication off. Replaces the session: send its cookies. */
export async function disableOwnTwoFactor(
  platform: Pick<Platform, 'db' | 'log' | 'publicUrl' | 'secret'>,
  visitor: RequestSender,
  actor: Actor | null,
  password: string,
): Promise<{ outcome: 'off'; cookies: string[] } | Refused> {
  const who = requireActor(actor)
  const checked = await checkCurrentPassword(platform, who, password)
  if (checked.outcome !== 'done') return checked
  if (!(await hasUserConfirmedTwoFactor(platform.db, who.userId))) return { outcome: 'off', cookies: [] }
  const answer = await betterAuthOfPlatform(platform).api.disableTwoFactor({
    body: { password },
    headers: reSignBetterAuthRequestCookies(platform, visitor.headers),
    returnHeaders: true,
  })
  await record(platform, who.userId, 'account.two-factor.disabled')
  return { outcome: 'off', cookies: answer.headers.getSetCookie() }
}

/**
 * Removes a member's lost authenticator app, for the command. It is audited, and the member is emailed. The password alone signs
 * them in until they set up another one.
 */
export async function unsafeRemoveTwoFactor(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  email: string,
): Promise<'removed' | 'none' | 'no-such-member'> {
  return db.transaction(async (transaction) => {
    const userId = await findUserIdByEmail(transaction, email)
    if (!userId) return 'no-such-member'
    if (!(await deleteTwoFactor(transaction, userId))) return 'none'
    await recordAuditEvent(transaction, {
      actor: null,
      action: 'account.two-factor.removed',
      subjectType: 'user',
      subjectId: userId,
    })
    await jobs.enqueue(transaction, sendTwoFactorRemovedMail, { userId, changedAt: new Date().toISOString() })
    return 'removed'
  })
}

function record({ db }: Pick<Platform, 'db'>, userId: string, action: AuditAction): Promise<void> {
  return recordAuditEvent(db, { actor: { userId }, action, subjectType: 'user', subjectId: userId })
}

const setupSchema = z.object({ userId: z.string(), until: z.number(), uri: z.string() })

/**
 * The data of a setup for the page. The encrypted proof carries the setup from the password to the code, so a stolen session does
 * not reveal the secret.
 */
async function writeSetup(
  { secret }: Pick<Platform, 'secret'>,
  setup: z.output<typeof setupSchema>,
): Promise<TwoFactorSetupData> {
  const key = new URL(setup.uri).searchParams.get('secret') ?? ''
  return {
    key: key.match(/.{1,4}/g)?.join(' ') ?? '',
    qrCode: drawQrCode(setup.uri),
    proof: await symmetricEncrypt({ key: betterAuthEncryptionKeys(secret), data: JSON.stringify(setup) }),
  }
}

async function readSetup(
  { secret }: Pick<Platform, 'secret'>,
  proof: string,
): Promise<z.output<typeof setupSchema> | null> {
  try {
    return setupSchema.parse(JSON.parse(await symmetricDecrypt({ key: betterAuthEncryptionKeys(secret), data: proof })))
  } catch {
    return null
  }
}
