import { LRUCache } from 'lru-cache'
import { getOwnBusinessWithoutPictures } from '#app/features/businesses/service.server.ts'
import { describeMilitaryRelationshipCheck } from '#app/features/verification/facts/checks-service.server.ts'
import type { PageCacheTag } from '#app/lib/page-cache.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit, uncountLimitedRequest } from '#app/platform/.server/security/limits.ts'
import { type CredentialCodeProblem, formatCredentialCode, parseCredentialCode } from './codes.ts'
import type { ListingCredentialCheckAnswer } from './model.ts'
import { findListingCredential, type ListingCredentialRow } from './queries.server.ts'

/** An answer, and what a page that shows it shows. */
export interface CredentialCheckAnswerWithCacheTags {
  answer: ListingCredentialCheckAnswer
  tags: PageCacheTag[]
}

/**
 * Answers whether what was issued under a code or a badge's address is verified now, what was checked, when, and until when. From
 * live data, for everybody. Null if it was never issued.
 */
export async function checkListingCredential(
  platform: Pick<Platform, 'db' | 'verificationTerms'>,
  key: { code: string } | { badgeKey: string },
): Promise<CredentialCheckAnswerWithCacheTags | null> {
  if ('badgeKey' in key && !isUuid(key.badgeKey)) return null
  return describe(platform, await findListingCredential(platform.db, key))
}

export type LookUpCredentialCodeResult =
  | ({ outcome: 'found' } & CredentialCheckAnswerWithCacheTags)
  | { outcome: 'problem'; problem: CredentialCodeProblem | 'unknown' }
  /** Too many codes that do not exist. */
  | { outcome: 'limited'; minutes: number }

/** Codes that a visitor asked for and that exist, by the database of a process: only their pages are rendered for everybody. */
const foundCodesByDatabase = new WeakMap<Database, LRUCache<string, true>>()

function foundCodesOf(db: Database): LRUCache<string, true> {
  const found = foundCodesByDatabase.get(db) ?? new LRUCache<string, true>({ max: 20_000 })
  foundCodesByDatabase.set(db, found)
  return found
}

/** Codes that do not exist, by IP address. One that is mistyped is noticed without a look, and does not count. */
const misses: RequestLimit = { name: 'unknown-codes', requests: 20, windowSeconds: 600 }

/**
 * Answers a code as somebody typed it. Only codes that do not exist count against a limit, and once it is reached no code is
 * answered.
 * @param clientIp null for a page that is rendered for everybody. As its visitor is not known, it only shows what somebody
 *   within the limit has found before.
 */
export async function lookUpCredentialCode(
  platform: Pick<Platform, 'db' | 'secret' | 'verificationTerms'>,
  typed: string,
  clientIp: string | null,
): Promise<LookUpCredentialCodeResult> {
  const read = parseCredentialCode(typed)
  if ('problem' in read) return { outcome: 'problem', problem: read.problem }
  const { db, secret } = platform
  const foundCodes = foundCodesOf(db)
  const { stored } = read
  if (clientIp === null && !foundCodes.has(stored)) return { outcome: 'problem', problem: 'unknown' }
  if (clientIp !== null) {
    const { allowed, minutes } = await countLimitedRequest(db, secret, misses, clientIp)
    if (!allowed) return { outcome: 'limited', minutes }
  }
  const found = await checkListingCredential(platform, { code: stored })
  if (!found) return { outcome: 'problem', problem: 'unknown' }
  foundCodes.set(stored, true)
  if (clientIp !== null) await uncountLimitedRequest(db, secret, misses, clientIp)
  return { outcome: 'found', ...found }
}

/** The credential of the actor's own business, verified or not; null if it has none, or only ended ones. */
export async function getOwnListingCredential(
  platform: Pick<Platform, 'db' | 'verificationTerms'>,
  actor: Actor | null,
): Promise<ListingCredentialCheckAnswer | null> {
  const own = await getOwnBusinessWithoutPictures(platform, actor)
  return own && (describe(platform, await findListingCredential(platform.db, { businessId: own.id }))?.answer ?? null)
}

function describe(
  { verificationTerms }: Pick<Platform, 'verificationTerms'>,
  row: ListingCredentialRow | null,
): CredentialCheckAnswerWithCacheTags | null {
  if (!row) return null
  const { isVerified, businessSlug: slug, name } = row
  return {
    answer: {
      code: formatCredentialCode(row.code),
      badgeKey: row.badgeKey,
      verified:
        isVerified && slug && name
          ? { slug, name, ...describeMilitaryRelationshipCheck(row, verificationTerms) }
          : null,
      endedAt: row.endedAt,
    },
    // The business, too, for one that has not ended may be verified again.
    tags: [`credential:${row.code}`, ...(slug ? ([`business:${slug}`] as const) : [])],
  }
}
