import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { countLimitedRequest } from '#app/platform/.server/security/limits.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { getVerifiedBadgeSvgByKey } from '../badge/service.server.ts'
import { credentials } from '../tables.server.ts'
import { badgeKitDownloadLimit, getOwnBadgeKit, makeOwnBadgeKitFile } from './service.server.ts'

async function owned(options: Parameters<typeof createBusiness>[1] = {}) {
  const business = await createBusiness(platform.db, options)
  return { business, actor: actorOf(business.profileId ?? '') }
}

async function kitOf(options: Parameters<typeof createBusiness>[1] = {}) {
  const { actor, business } = await owned(options)
  const result = await getOwnBadgeKit(platform, actor)
  if (!('kit' in result)) throw new Error('there is no kit')
  return { kit: result.kit, actor, business }
}

describe('the kit', () => {
  test('embeds one picture with a link, whatever the name holds', async () => {
    const { kit } = await kitOf({ name: `O'Neil & "Sons" <b onload=x>` })
    expect(kit.variants.map(({ variant }) => variant)).toEqual([
      ...['light-small', 'light-medium', 'light-large', 'dark-small', 'dark-medium', 'dark-large'],
    ])
    for (const { html, url } of kit.variants) {
      expect(html).toMatch(
        /^<a href="[^"<>]+"><img src="[^"<>]+" width="\d+" height="\d+" alt="[^"<>]+" loading="lazy"><\/a>$/,
      )
      expect(html).toContain(
        `alt="O'Neil &amp; &quot;Sons&quot; &lt;b onload=x&gt; on Muster: check ‘Verified veteran-owned’"`,
      )
      expect(html).not.toMatch(/script|style=|cookie/i)
      expect(url).not.toMatch(/\.\w+$/)
    }
    expect(kit.verifyUrl).toBe(`${platform.publicUrl}/verify/${kit.code.toLowerCase()}`)
    expect(kit.printedName).toBe(kit.name)
  })

  test('says what paper leaves out of a name', async () => {
    const { kit } = await kitOf({ name: 'Quay \u{1F600} Carpentry' })
    expect(kit.printedName).toBe('Quay Carpentry')
  })

  test.each([
    ['no business', null, ['business', 'verification']],
    ['a hidden one', { isActive: false }, ['visibility']],
    ['one that is not verified yet', { owner: { status: 'In Review' } }, ['verification']],
  ] as const)('says to the owner of %s what is missing', async (_what, options, missing) => {
    const actor = options ? (await owned(options)).actor : actorOf((await createMember(platform.db)).userId)
    expect(await getOwnBadgeKit(platform, actor)).toEqual({ missing })
    expect(await makeOwnBadgeKitFile(platform, actor, 'certificate.pdf')).toEqual({ outcome: 'missing' })
  })

  test('is awaited by the owner of a listed business without a code', async () => {
    const { actor, business } = await owned()
    await platform.db.delete(credentials).where(eq(credentials.businessId, business.id))
    expect(await getOwnBadgeKit(platform, actor)).toEqual({ missing: ['code'] })
  })

  test('is nobody else’s', async () => {
    await expect(getOwnBadgeKit(platform, null)).rejects.toThrow()
    await expect(makeOwnBadgeKitFile(platform, null, 'qr.svg')).rejects.toThrow()
  })
})

describe('a file', () => {
  test('is a picture of its size', async () => {
    const { actor } = await kitOf()
    const sizeOf = async (file: 'email-signature.png' | 'social.png') => {
      const made = await makeOwnBadgeKitFile(platform, actor, file)
      const { width, height, format } = await sharp(made.outcome === 'done' ? made.bytes : undefined).metadata()
      return [width, height, format]
    }
    // Twice the size of the badge.
    expect(await sizeOf('email-signature.png')).toEqual([576, 144, 'png'])
    expect(await sizeOf('social.png')).toEqual([1200, 630, 'png'])
  })

  test('is not made without end', async () => {
    const { actor } = await kitOf()
    await countLimitedRequest(
      platform.db,
      platform.secret,
      badgeKitDownloadLimit,
      actor.userId,
      badgeKitDownloadLimit.requests - 1,
    )
    expect((await makeOwnBadgeKitFile(platform, actor, 'qr.svg')).outcome).toBe('done')
    expect((await makeOwnBadgeKitFile(platform, actor, 'qr.svg')).outcome).toBe('limited')
  })
})

describe('a badge', () => {
  const ask = async (businessKey: string, variant = 'light-medium') =>
    (await getVerifiedBadgeSvgByKey(platform, { key: businessKey, variant }))?.svg ?? null

  test('is there for a hidden and a deleted business, and says no longer verified', async () => {
    const { business } = await kitOf()
    const [row] = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
    const key = row?.badgeKey ?? ''
    const valid = await ask(key)
    await platform.db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    const hidden = await ask(key)
    expect(hidden).not.toBeNull()
    expect(hidden).not.toBe(valid)
    await platform.db.delete(businesses).where(eq(businesses.id, business.id))
    expect(await ask(key)).toBe(hidden)
  })

  test('is none at an address that was never given out', async () => {
    for (const key of ['00000000-0000-4000-8000-000000000000', 'x', '', "'; DROP TABLE credentials"])
      expect(await ask(key)).toBeNull()
    const { business } = await kitOf()
    const [row] = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
    expect(await ask(row?.badgeKey ?? '', 'light-huge')).toBeNull()
  })
})
