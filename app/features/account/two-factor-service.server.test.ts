import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, vi } from 'vitest'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { actorOf, signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { signIn, signInWithCode } from '#tests/sign-in.ts'
import { codeOfKey } from '#tests/totp.ts'
import { type Browser, openBrowser } from '#tests/visitors.ts'
import type { TwoFactorSetupData } from './model.ts'
import { drawQrCode } from './qr-code.server.ts'
import { getOwnSessions } from './service.server.ts'
import { twoFactors } from './tables.server.ts'
import {
  confirmOwnTwoFactorSetup,
  disableOwnTwoFactor,
  getOwnTwoFactorState,
  renewOwnRecoveryCodes,
  resumeTwoFactorSetupByProof,
  startOwnTwoFactorSetup,
} from './two-factor-service.server.ts'

let browser: Browser
let actor: Actor

beforeEach(async () => {
  const { userId } = await createMember(platform.db)
  const signedIn = await signInMember(platform, userId)
  browser = signedIn.browser
  actor = signedIn.actor
})

async function begin(): Promise<TwoFactorSetupData> {
  const begun = await startOwnTwoFactorSetup(platform, browser, actor, memberPassword)
  if (begun.outcome !== 'begun') throw new Error(begun.outcome)
  return begun.setup
}

/** Turns two-factor authentication on, as a member would; gives the key and the recovery codes. */
async function turnOn(): Promise<{ key: string; recoveryCodes: string[] }> {
  const { key, proof } = await begin()
  const result = await confirmOwnTwoFactorSetup(platform, browser, actor, { code: codeOfKey(key), proof })
  if (result.outcome !== 'on') throw new Error(result.outcome)
  browser.keep(result.cookies)
  actor = await actorOf(platform, browser)
  return { key, recoveryCodes: result.recoveryCodes }
}

/** Gives the right password in a new browser, which is then asked for a code. */
async function givePassword(): Promise<Browser> {
  const other = openBrowser()
  const result = await signIn(platform, other, { email: actor.email, password: memberPassword })
  if (result.outcome !== 'second-factor') throw new Error(result.outcome)
  other.keep(result.cookies)
  return other
}

/** A code that is surely wrong: none of those the clock allows. */
function wrongCode(key: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOfKey(key, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '666666'
}

describe('turning it on', () => {
  // spec: 64.2
  test('takes the password, then a code of the app', async () => {
    expect(await getOwnTwoFactorState(platform, actor)).toBe('off')
    const { recoveryCodes } = await turnOn()
    expect(await getOwnTwoFactorState(platform, actor)).toBe('on')
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const actions = await platform.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, actor.userId))
    expect(actions).toEqual([{ action: 'account.two-factor.enabled' }])
  })

  test('keeps the member signed in with another session, all others ended', async () => {
    const stale = new Headers(browser.headers)
    const old = actor.sessionId
    const { browser: elsewhere } = await signInMember(platform, actor.userId)
    await turnOn()
    await expect(actorOf(platform, elsewhere)).rejects.toThrow('nobody is signed in')
    expect(actor.sessionId).not.toBe(old)
    const sessions = await getOwnSessions(platform, actor)
    expect(sessions.map(({ id, isCurrent, device }) => [id, isCurrent, device])).toEqual([
      [actor.sessionId, true, 'Firefox on Windows'],
    ])
    await expect(actorOf(platform, { headers: stale })).rejects.toThrow('nobody is signed in')
  })

  test('changes nothing before the code is right', async () => {
    const { key, proof } = await begin()
    expect(await getOwnTwoFactorState(platform, actor)).toBe('off')
    const wrong = await confirmOwnTwoFactorSetup(platform, browser, actor, { code: wrongCode(key), proof })
    expect(wrong).toMatchObject({ outcome: 'wrong-code', setup: { key } })
    expect(await getOwnTwoFactorState(platform, actor)).toBe('off')
    const result = await signIn(platform, openBrowser(), { email: actor.email, password: memberPassword })
    expect(result.outcome).toBe('signed-in')
  })

  test('refuses a wrong password, and counts it', async () => {
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => startOwnTwoFactorSetup(platform, browser, actor, 'guess')),
    )
    expect(new Set(tries.map(({ outcome }) => outcome))).toEqual(new Set(['wrong-password']))
    expect(await startOwnTwoFactorSetup(platform, browser, actor, memberPassword)).toMatchObject({ outcome: 'limited' })
    const rows = await platform.db.select().from(twoFactors).where(eq(twoFactors.userId, actor.userId))
    expect(rows).toEqual([])
  })

  test("takes no proof that is too old, another's, or made up", async () => {
    const { key, proof } = await begin()
    const other = await signInMember(platform, (await createMember(platform.db)).userId)
    const code = codeOfKey(key)
    for (const [visitor, who, given] of [
      [other.browser, other.actor, proof],
      [browser, actor, ''],
      [browser, actor, 'made up'],
      [browser, actor, `${proof.slice(0, -2)}00`],
    ] as const) {
      expect(await confirmOwnTwoFactorSetup(platform, visitor, who, { code, proof: given })).toEqual({
        outcome: 'expired',
      })
    }
    vi.useFakeTimers({ now: Date.now() + 15 * 60_000 + 1, toFake: ['Date'] })
    try {
      expect(await resumeTwoFactorSetupByProof(platform, actor, proof)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
    expect(await resumeTwoFactorSetupByProof(platform, actor, proof)).toMatchObject({ key })
  })

  test('does not begin anew what is on', async () => {
    const { key } = await turnOn()
    const again = await startOwnTwoFactorSetup(platform, browser, actor, memberPassword)
    expect(again).toEqual({ outcome: 'on-already' })
    const confirmed = await confirmOwnTwoFactorSetup(platform, browser, actor, { code: codeOfKey(key), proof: '' })
    expect(confirmed).toEqual({ outcome: 'on-already' })
  })

  test('says the same in the code to scan and in the key to type', async () => {
    const { key, qrCode } = await begin()
    expect(key).toMatch(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/)
    const uri = `otpauth://totp/Muster:${encodeURIComponent(actor.email)}?secret=${key.replaceAll(' ', '')}&issuer=Muster&digits=6&period=30`
    expect(qrCode).toEqual(drawQrCode(uri))
  })
})

describe('signing in', () => {
  test('asks for a code, and takes the one the app shows', async () => {
    const { key } = await turnOn()
    const other = await givePassword()
    await expect(actorOf(platform, other)).rejects.toThrow('nobody is signed in')
    expect(await signInWithCode(platform, other, wrongCode(key))).toEqual({ outcome: 'refused' })
    const result = await signInWithCode(platform, other, codeOfKey(key, 1))
    expect(result).toMatchObject({ outcome: 'signed-in', userId: actor.userId })
  })

  test('takes each recovery code once', async () => {
    const { recoveryCodes } = await turnOn()
    const [code = '', another = ''] = recoveryCodes
    const first = await givePassword()
    expect(await signInWithCode(platform, first, code)).toMatchObject({ outcome: 'signed-in' })
    const second = await givePassword()
    expect(await signInWithCode(platform, second, code)).toEqual({ outcome: 'refused' })
    expect(await signInWithCode(platform, second, another)).toMatchObject({ outcome: 'signed-in' })
  })
})

describe('recovery codes', () => {
  test('are made anew for the password, and the old ones stop working', async () => {
    const { recoveryCodes } = await turnOn()
    expect(await renewOwnRecoveryCodes(platform, browser, actor, 'guess')).toEqual({ outcome: 'wrong-password' })
    const renewed = await renewOwnRecoveryCodes(platform, browser, actor, memberPassword)
    if (renewed.outcome !== 'renewed') throw new Error(renewed.outcome)
    expect(renewed.recoveryCodes).toHaveLength(10)
    expect(renewed.recoveryCodes).not.toEqual(recoveryCodes)
    const other = await givePassword()
    expect(await signInWithCode(platform, other, recoveryCodes[0] ?? '')).toEqual({ outcome: 'refused' })
    expect(await signInWithCode(platform, other, renewed.recoveryCodes[0] ?? '')).toMatchObject({
      outcome: 'signed-in',
    })
  })

  test('are none where it is off', async () => {
    const result = await renewOwnRecoveryCodes(platform, browser, actor, memberPassword)
    expect(result).toEqual({ outcome: 'off-already' })
  })

  test('lie encrypted in the database, and so does the secret', async () => {
    const { key, recoveryCodes } = await turnOn()
    const [row] = await platform.db.select().from(twoFactors).where(eq(twoFactors.userId, actor.userId))
    expect(row?.verified).toBe(true)
    expect(row?.secret).not.toContain(key.replaceAll(' ', ''))
    for (const code of recoveryCodes) expect(row?.backupCodes).not.toContain(code)
  })
})

describe('turning it off', () => {
  test('takes the password; signing in takes nothing more then', async () => {
    await turnOn()
    expect(await disableOwnTwoFactor(platform, browser, actor, 'guess')).toEqual({ outcome: 'wrong-password' })
    expect(await getOwnTwoFactorState(platform, actor)).toBe('on')
    const result = await disableOwnTwoFactor(platform, browser, actor, memberPassword)
    if (result.outcome !== 'off') throw new Error(result.outcome)
    browser.keep(result.cookies)
    actor = await actorOf(platform, browser)
    expect(await getOwnTwoFactorState(platform, actor)).toBe('off')
    expect(await platform.db.select().from(twoFactors).where(eq(twoFactors.userId, actor.userId))).toEqual([])
    const again = await signIn(platform, openBrowser(), { email: actor.email, password: memberPassword })
    expect(again.outcome).toBe('signed-in')
    const actions = await platform.db
      .select({ action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, actor.userId))
      .orderBy(asc(auditEvents.happenedAt))
    expect(actions.map(({ action }) => action)).toEqual(['account.two-factor.enabled', 'account.two-factor.disabled'])
  })
})

test('every use needs somebody signed in', async () => {
  const visitor = openBrowser()
  for (const use of [
    () => getOwnTwoFactorState(platform, null),
    () => startOwnTwoFactorSetup(platform, visitor, null, memberPassword),
    () => confirmOwnTwoFactorSetup(platform, visitor, null, { code: '000000', proof: '' }),
    () => renewOwnRecoveryCodes(platform, visitor, null, memberPassword),
    () => disableOwnTwoFactor(platform, visitor, null, memberPassword),
  ]) {
    await expect(use()).rejects.toThrow(expect.objectContaining({ name: 'SignInRequired' }))
  }
})

test('a QR code is drawn module by module', async () => {
  const { size, path } = drawQrCode('otpauth://totp/Muster:sam@sample.example?secret=JBSWY3DPEHPK3PXP')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([size, size])
  const dark = (x: number, y: number) => (data[y * size + x] ?? 255) < 128
  // The three corners that cameras look for: a ring, a gap, a square of nine.
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    for (let step = 0; step < 7; step += 1) {
      expect([dark(left + step, top), dark(left, top + step), dark(left + 6, top + step)]).toEqual([true, true, true])
    }
    expect([dark(left + 1, top + 1), dark(left + 3, top + 3), dark(left + 5, top + 1)]).toEqual([false, true, false])
  }
})
