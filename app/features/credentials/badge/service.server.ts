import { formatMonth } from '#app/lib/dates.ts'
import type { PageCacheTag } from '#app/lib/page-cache.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { ListingCredentialCheckAnswer } from '../model.ts'
import { checkListingCredential } from '../service.server.ts'
import { drawVerifiedBadge, type VerifiedBadgeContent } from './drawing.server.ts'
import { parseVerifiedBadgeVariant } from './model.ts'

/**
 * Draws the badge at an address as it is now; null if that was never given out. Whatever became of the business, the picture is
 * there: on somebody else's page it says 'no longer verified' rather than being broken.
 */
export async function getVerifiedBadgeSvgByKey(
  platform: Pick<Platform, 'db' | 'verificationTerms' | 'pictureCache'>,
  { key, variant }: { key: string; variant: string },
): Promise<{ svg: string; tags: PageCacheTag[] } | null> {
  const look = parseVerifiedBadgeVariant(variant)
  const found = look && (await checkListingCredential(platform, { badgeKey: key }))
  if (!found) return null
  const content = describeVerifiedBadge(found.answer)
  const svg = await platform.pictureCache.getOrLoad(`badge/${variant}/${JSON.stringify(content)}`, () =>
    drawVerifiedBadge(content, look.tone, look.size),
  )
  return { svg, tags: found.tags }
}

/** What a badge says: the claim and the month, how it was checked where there is room, and nothing that grows old. */
export function describeVerifiedBadge({ verified }: ListingCredentialCheckAnswer): VerifiedBadgeContent {
  if (!verified) {
    const [claim, note] = ['No longer verified', 'Ask Muster before you rely on it']
    return { claim, note, title: `${claim}. ${note}.`, isVerified: false }
  }
  const { claim, basis, checkedAt } = verified
  const note = checkedAt ? `Muster · ${formatMonth(checkedAt)}` : 'Muster'
  return { claim, note, title: `${claim}. ${basis}.`, isVerified: true }
}
