import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { militaryRelationshipTypes } from '#app/features/reference/rules.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import type { ListingCredentialCheckAnswer } from '../model.ts'
import { drawVerifiedBadge } from './drawing.server.ts'
import { parseVerifiedBadgeVariant, verifiedBadgeVariants } from './model.ts'
import { describeVerifiedBadge } from './service.server.ts'

const claims = militaryRelationshipTypes.map((type) => verifiedBusinessLabelForRelationship(type))

function answerOf(claim: string | null): ListingCredentialCheckAnswer {
  const listing = { slug: 'a', name: 'A', basis: '', checkedAt: new Date('2026-09-10T12:00:00Z'), endsAt: new Date() }
  return { code: '', badgeKey: '', verified: claim === null ? null : { ...listing, claim }, endedAt: null }
}

const draw = (claim: string | null, variant: string) => {
  const { tone, size } = parseVerifiedBadgeVariant(variant) ?? { tone: 'light', size: 'small' }
  return drawVerifiedBadge(describeVerifiedBadge(answerOf(claim)), tone, size)
}

test('a badge weighs at most 4 KB as it is sent, and 3 KB with the shortest claim', async () => {
  const byLength = claims.toSorted((one, other) => one.length - other.length)
  const weigh = async (claim = '') =>
    Math.max(
      ...(await Promise.all(verifiedBadgeVariants.map(async (each) => gzipSync(await draw(claim, each)).length))),
    )
  const [shortest, longest] = [await weigh(byLength[0]), await weigh(byLength.at(-1))]
  expect(shortest).toBeLessThan(3 * 1024)
  expect(longest).toBeLessThan(4 * 1024)
  for (const claim of byLength) expect(await weigh(claim)).toBeLessThan(4 * 1024)
})

test('a badge runs no script and loads nothing', async () => {
  for (const claim of [...claims, null]) {
    const svg = await draw(claim, 'dark-large')
    expect(svg).not.toMatch(
      /<(script|text|style|image|foreignObject|a)\b|\son\w+=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    )
  }
})

test('every variant is a picture of its size, and they all differ', async () => {
  const seen = new Set<string>()
  for (const variant of verifiedBadgeVariants) {
    const svg = await draw('Verified veteran-owned', variant)
    const { width, height } = await sharp(Buffer.from(svg)).metadata()
    expect([width, height]).toEqual(
      { small: [192, 48], medium: [288, 72], large: [432, 108] }[variant.split('-')[1] ?? ''],
    )
    seen.add(svg)
  }
  expect(seen.size).toBe(verifiedBadgeVariants.length)
})

test('text stays inside the frame', async () => {
  for (const claim of [...claims, null]) {
    const { data, info } = await sharp(Buffer.from(await draw(claim, 'light-large')))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Of the right and lower edge, a few pixels inside the frame, all are paper.
    for (let y = 12; y < info.height - 12; y += 1) {
      const at = (y * info.width + info.width - 14) * info.channels
      expect([...data.subarray(at, at + 3)]).toEqual([255, 254, 251])
    }
  }
})

test.each(['light', 'light-huge', 'x-small', 'light-small-', 'LIGHT-SMALL', '', '__proto__'])(
  '%j is no variant',
  (text) => {
    expect(parseVerifiedBadgeVariant(text)).toBeNull()
  },
)
