import { formatMonth } from '#app/lib/dates.ts'
import type { CacheTag } from '#app/lib/page-cache.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { CredentialAnswer } from '../model.ts'
import { answerCredential } from '../service.server.ts'
import { type BadgeContent, drawBadge } from './drawing.server.ts'
import { parseBadgeVariant } from './model.ts'

/**
 * Draws the badge at an address as it is now; null if that was never given out. Whatever became of the business, the picture is
 * there: on somebody else's page it says 'no longer verified' rather than being broken.
 */
export async function getBadge(
  platform: Pick<Platform, 'db' | 'verificationTerms' | 'pictureCache'>,
  { key, variant }: { key: string; variant: string },
): Promise<{ svg: string; subjects: CacheTag[] } | null> {
  const look = parseBadgeVariant(variant)
  const found = look && (await answerCredential(platform, { badgeKey: key }))
  if (!found) return null
  const content = describeBadge(found.answer)
  const svg = await platform.pictureCache.getOrLoad(`badge/${variant}/${JSON.stringify(content)}`, () =>
    drawBadge(content, look.tone, look.size),
  )
  return { svg, subjects: found.subjects }
}

/** What a badge says: the claim and the month, how it was checked where there is room, and nothing that grows old. */
export function describeBadge({ verified }: CredentialAnswer): BadgeContent {
  if (!verified) {
    const [claim, note] = ['No longer verified', 'Ask Muster before you rely on it']
    return { claim, note, title: `${claim}. ${note}.`, isVerified: false }
  }
  const { claim, basis, checkedAt } = verified
  const note = checkedAt ? `Muster · ${formatMonth(checkedAt)}` : 'Muster'
  return { claim, note, title: `${claim}. ${basis}.`, isVerified: true }
}
