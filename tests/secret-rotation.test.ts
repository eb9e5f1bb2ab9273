import { randomUUID } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import { describe, expect } from 'vitest'
import { isPasswordResetLinkValid } from '#app/features/account/password-change-service.server.ts'
import { issueConfirmationResendProof } from '#app/features/account/resend-proof-service.server.ts'
import {
  findAndExtendSignedInSession,
  openSessionAfterFollowedEmailLink,
} from '#app/features/account/service.server.ts'
import { twoFactors } from '#app/features/account/tables.server.ts'
import {
  deriveEmailLinkToken,
  type EmailLinkPurpose,
  findEmailLinkTokenSubjectById,
  findEmailLinkTokenWithoutRedeeming,
  issueEmailLinkTokenId,
} from '#app/features/account/token-service.server.ts'
import {
  confirmOwnTwoFactorSetup,
  doesSecretDecryptTwoFactors,
  reencryptTwoFactorSecrets,
  renewOwnRecoveryCodes,
  resumeTwoFactorSetupByProof,
  startOwnTwoFactorSetup,
} from '#app/features/account/two-factor-service.server.ts'
import {
  parseOwnershipTransferToken,
  signedOwnershipInvitationPath,
} from '#app/features/businesses/transfer/links.server.ts'
import {
  enquirySpamSenderHash,
  enquirySpamSenderHashes,
  parseSentEnquiryToken,
  signedSentEnquiryPath,
} from '#app/features/enquiries/links.server.ts'
import { isValidDoctorProbeHeader, signDoctorProbe } from '#app/features/monitoring/doctor/probe.server.ts'
import { isValidOrderLinkKey, signedOrderPath } from '#app/features/orders/links.server.ts'
import { parseRegistrationCookie, serializeRegistrationCookie } from '#app/features/registration/links.server.ts'
import { resendRegistrationConfirmation } from '#app/features/registration/service.server.ts'
import { parseReportAnswerToken, reportAnswerPath } from '#app/features/reports/links.server.ts'
import { parseMonthlyVisitsMailStopToken, signedStopMonthlyVisitsMailPath } from '#app/features/visits/links.server.ts'
import {
  findEmailUndeliverableSince,
  markEmailUndeliverable,
  unmarkEmailUndeliverable,
} from '#app/platform/.server/mail/undeliverable.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countLimitedRequest, resetRequestLimit } from '#app/platform/.server/security/limits.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { createMember, memberPassword } from './factories/members.ts'
import { actorOf } from './member-session.ts'
import { platform, test } from './platform-test.ts'
import { jobsFor, signIn, signInAs, signInWithCode } from './sign-in.ts'
import { codeOfKey } from './totp.ts'
import { type Browser, openBrowser } from './visitors.ts'

// What was made before SECRET is changed, and what becomes of it with both secrets, and with the new one alone.

const oldSecret = 'the secret that the site began with'
const newSecret = 'the secret that it is to have from now on'

/** Before the change, during it, and once the old secret is taken away. */
let before: Platform
let both: Platform
let after: Platform

test.beforeAll(async () => {
  before = { ...platform, secret: new SigningSecret(oldSecret) }
  both = { ...platform, secret: new SigningSecret(newSecret, oldSecret) }
  after = { ...platform, secret: new SigningSecret(newSecret) }
})

const tokenIn = (path: string) => new URL(path, 'http://muster.example').searchParams.get('token') ?? ''

describe('a link in an email still works', () => {
  const id = randomUUID()

  // spec: rotation.1
  test.each<[string, (secret: SigningSecret) => string, (secret: SigningSecret, link: string) => boolean]>([
    [
      'to a handover',
      (secret) => signedOwnershipInvitationPath(secret, id),
      (secret, link) => parseOwnershipTransferToken(secret, tokenIn(link)) === id,
    ],
    [
      'that stops the monthly email',
      (secret) => signedStopMonthlyVisitsMailPath(secret, id),
      (secret, link) => parseMonthlyVisitsMailStopToken(secret, tokenIn(link)) === id,
    ],
    [
      'to what was sent to owners',
      (secret) => signedSentEnquiryPath(secret, id),
      (secret, link) => parseSentEnquiryToken(secret, tokenIn(link)) === id,
    ],
    [
      'to the answer to a report',
      (secret) => reportAnswerPath(secret, { reportId: id, decisionId: id }),
      (secret, link) => parseReportAnswerToken(secret, tokenIn(link))?.reportId === id,
    ],
    [
      'to an order',
      (secret) => signedOrderPath(secret, id),
      (secret, link) => isValidOrderLinkKey(secret, id, link.split('key=')[1] ?? ''),
    ],
    [
      'of the doctor',
      (secret) => signDoctorProbe(secret, Date.now()),
      (secret, link) => isValidDoctorProbeHeader(secret, link, Date.now()),
    ],
  ])('%s', (_, make, works) => {
    const link = make(before.secret)
    expect(works(both.secret, link)).toBe(true)
    expect(works(after.secret, link)).toBe(false)
    expect(works(after.secret, make(both.secret))).toBe(true)
  })

  test.each<EmailLinkPurpose>(['confirm', 'reset', 'change-address'])('to %s', async (purpose) => {
    const { userId } = await createMember(both.db)
    const token = deriveEmailLinkToken(
      before.secret,
      purpose,
      await issueEmailLinkTokenId(both.db, purpose, { userId, value: {} }),
    )
    expect(await findEmailLinkTokenWithoutRedeeming(both.db, after.secret, purpose, token)).toBeNull()
    expect(await findEmailLinkTokenWithoutRedeeming(both.db, both.secret, purpose, token)).toMatchObject({ userId })
    expect(await isPasswordResetLinkValid(both, token)).toBe(purpose === 'reset')
  })
})

describe('a browser', () => {
  // spec: rotation.2
  test('stays signed in, and its next cookie is of the new secret', async () => {
    const { userId } = await createMember(both.db)
    const browser = openBrowser()
    browser.keep(await openSessionAfterFollowedEmailLink(before, browser, userId))
    expect(await findAndExtendSignedInSession(after, browser.headers)).toBeNull()
    expect(await findAndExtendSignedInSession(both, browser.headers)).toMatchObject({ userId })
    await both.db.execute(
      `UPDATE sessions SET expires_at = now() + interval '20 days', updated_at = now() - interval '2 days'`,
    )
    const renewed = await findAndExtendSignedInSession(both, browser.headers)
    browser.keep(renewed?.cookies ?? [])
    expect(await findAndExtendSignedInSession(after, browser.headers)).toMatchObject({ userId })
  })

  test.each(['%', 'x', `x.${'A'.repeat(43)}=`, encodeURIComponent(`x.${'A'.repeat(43)}=`)])(
    'with the session cookie %j is signed in with neither',
    async (value) => {
      const headers = new Headers({ Cookie: `muster.session_token=${value}; other=%` })
      expect(await findAndExtendSignedInSession(both, headers)).toBeNull()
    },
  )

  test('is known as the one that registered, and may have the email again', async () => {
    const { email } = await createMember(both.db, { confirmed: false })
    const browser = openBrowser()
    browser.keep([serializeRegistrationCookie(before, { linkId: randomUUID(), email })])
    expect(parseRegistrationCookie(both.secret, browser.headers)?.email).toBe(email)
    expect(parseRegistrationCookie(after.secret, browser.headers)).toBeNull()
    const asked = { email, resend: await issueConfirmationResendProof(before, email, true) }
    const isIssued = async ({ linkId }: { linkId: string }) =>
      (await findEmailLinkTokenSubjectById(both.db, 'confirm', linkId)) !== null
    expect(await isIssued(await resendRegistrationConfirmation(after, asked))).toBe(false)
    expect(await isIssued(await resendRegistrationConfirmation(both, asked))).toBe(true)
  })

  test('that signed in before is known: no email tells of a sign-in from a new one', async () => {
    const member = await createMember(both.db)
    const browser = await signInAs(before, member)
    const told = async () => (await jobsFor(both, 'account.send-new-sign-in', member.userId)).length
    const toldBefore = await told()
    await signInAs(both, member, browser)
    expect(await told()).toBe(toldBefore)
    const other = await signInAs(before, member)
    expect(await told()).toBe(toldBefore + 1)
    await signInAs(after, member, other)
    expect(await told()).toBe(toldBefore + 2)
  })
})

describe('a second factor', () => {
  /** A member who turned it on before the change, and was asked for a code in a second browser. */
  async function ask(): Promise<{ key: string; recoveryCodes: string[]; browser: Browser; email: string }> {
    const member = await createMember(both.db)
    const first = await signInAs(before, member)
    const actor = await actorOf(before, first)
    const begun = await startOwnTwoFactorSetup(before, first, actor, memberPassword)
    if (begun.outcome !== 'begun') throw new Error(begun.outcome)
    const { key, proof } = begun.setup
    expect(await resumeTwoFactorSetupByProof(after, actor, proof)).toBeNull()
    const on = await confirmOwnTwoFactorSetup(both, first, actor, { code: codeOfKey(key), proof })
    if (on.outcome !== 'on') throw new Error(on.outcome)
    const browser = openBrowser()
    const asked = await signIn(before, browser, { email: member.email, password: memberPassword })
    if (asked.outcome !== 'second-factor') throw new Error(asked.outcome)
    browser.keep(asked.cookies)
    return { key, recoveryCodes: on.recoveryCodes, browser, email: member.email }
  }

  // spec: rotation.3
  test('takes a code of the app', async () => {
    const { key, browser } = await ask()
    expect((await signInWithCode(after, browser, codeOfKey(key, 1))).outcome).toBe('refused')
    expect((await signInWithCode(both, browser, codeOfKey(key, 1))).outcome).toBe('signed-in')
  })

  test('takes a recovery code, and gives new ones', async () => {
    const { recoveryCodes, browser } = await ask()
    expect((await signInWithCode(after, browser, recoveryCodes[0] ?? '')).outcome).toBe('refused')
    const signedIn = await signInWithCode(both, browser, recoveryCodes[0] ?? '')
    if (signedIn.outcome !== 'signed-in') throw new Error(signedIn.outcome)
    browser.keep(signedIn.cookies)
    const renewed = await renewOwnRecoveryCodes(both, browser, await actorOf(both, browser), memberPassword)
    expect(renewed.outcome).toBe('renewed')
  })

  // spec: rotation.4
  test('is encrypted with the new secret by the job, also what an older release wrote, and the old one can go', async () => {
    const { key, email } = await ask()
    const legacy = await createMember(both.db)
    const secret = await symmetricEncrypt({ key: oldSecret, data: 'a key' })
    await both.db.insert(twoFactors).values({ userId: legacy.userId, secret, backupCodes: 'damaged' })
    expect(await doesSecretDecryptTwoFactors(both)).toBe(true)
    expect(await doesSecretDecryptTwoFactors(after)).toBe(false)
    await reencryptTwoFactorSecrets({
      db: both.db,
      secret: new SigningSecret(newSecret, oldSecret, 'a secret from before the old one'),
    })
    expect(await doesSecretDecryptTwoFactors(after)).toBe(true)
    const rows = await both.db.select().from(twoFactors)
    await reencryptTwoFactorSecrets(both)
    expect(await both.db.select().from(twoFactors)).toEqual(rows)
    expect(rows.find(({ userId }) => userId === legacy.userId)?.backupCodes).toBe('damaged')
    const browser = openBrowser()
    const asked = await signIn(after, browser, { email, password: memberPassword })
    if (asked.outcome !== 'second-factor') throw new Error(asked.outcome)
    browser.keep(asked.cookies)
    expect((await signInWithCode(after, browser, codeOfKey(key, 1))).outcome).toBe('signed-in')
  })
})

describe('what is stored under a hash is found', () => {
  const email = 'kim@sample.example'

  // spec: rotation.5
  test('an address that email does not reach', async () => {
    await markEmailUndeliverable(both.db, before.secret, email)
    expect(await findEmailUndeliverableSince(both.db, after.secret, email)).toBeNull()
    expect(await findEmailUndeliverableSince(both.db, both.secret, email)).toBeInstanceOf(Date)
    await unmarkEmailUndeliverable(both.db, both.secret, email)
    expect(await findEmailUndeliverableSince(both.db, before.secret, email)).toBeNull()
  })

  test('counted requests, which go on where they were', async () => {
    const limit = { name: 'rotation', requests: 3, windowSeconds: 60 }
    const count = ({ db, secret }: Platform) => countLimitedRequest(db, secret, limit, '192.0.2.7')
    await count(before)
    await count(before)
    expect(await count(both)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await count(both)).toMatchObject({ allowed: false })
    expect(await count(after)).toMatchObject({ allowed: false })
    await count(before)
    await resetRequestLimit(both.db, both.secret, limit, '192.0.2.7')
    expect(await count(both)).toMatchObject({ remaining: 2 })
  })

  test.each([true, false])('the sender of enquiries that were reported as spam, confirmed: %s', (isConfirmed) => {
    const sender = { email, isConfirmed }
    expect(enquirySpamSenderHashes(both.secret, sender)).toContain(enquirySpamSenderHash(before.secret, sender))
    expect(enquirySpamSenderHashes(after.secret, sender)).not.toContain(enquirySpamSenderHash(before.secret, sender))
  })
})
