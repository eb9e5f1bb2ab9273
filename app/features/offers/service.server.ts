import { createHash, randomUUID } from 'node:crypto'
import type { PartnerOffer } from '#app/features/content/schema.ts'
import { partnerOffers } from '#app/features/content/service.server.ts'
import { uuidOfHash } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { AddPartnerCodesInput } from './form-schema.ts'
import { sendPartnerCodeMail } from './mails.server.ts'
import { type OfferPartner, offerPartners, type PartnerOfferForStaff } from './model.ts'
import { canChangePartnerCodes, canSeePartnerCodeCounts } from './policy.server.ts'
import {
  countMembersWaitingForPartnerCode,
  countPartnerCodes,
  deleteFreePartnerCodes,
  findSharedPartnerCode,
  insertPartnerCodes,
  insertSharedPartnerCodeForMember,
  isAnyMemberWaitingForPartnerCode,
  listFreePartnerCodeIds,
  listMembersWaitingForPartnerCode,
  listPartnerCodesAfterId,
  listUnsentPartnerCodes,
  lockPartnerCodes,
  markPartnerCodeGiven,
  partnerCodesPerQuery,
  replaceSealedPartnerCode,
} from './queries.server.ts'
import { openSealedPartnerCode, sealPartnerCode } from './seal.server.ts'

const allPartners = Object.keys(offerPartners) as OfferPartner[]

/** How the offers are doing. No code leaves here: staff see how many there are. */
export async function getPartnerOffersForStaff(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<PartnerOfferForStaff[]> {
  requirePermission(actor, canSeePartnerCodeCounts)
  return Promise.all(
    allPartners.map(async (partner) => {
      const offer = partnerOffers[partner]
      const waiting = offer ? await countMembersWaitingForPartnerCode(db, partner, offer.for) : 0
      return { partner, isOffered: offer !== null, waiting, ...(await countPartnerCodes(db, partner)) }
    }),
  )
}

/**
 * Adds codes that nobody has, or replaces the one that everybody gets, and says how many were known. A code that one member may have or had
 * is never added again, as it would reach another.
 * @throws ActionNotAllowedError unless the actor is an admin
 */
export async function addPartnerCodes(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  actor: Actor | null,
  { partner, kind, codes }: AddPartnerCodesInput,
): Promise<{ added: number; known: number }> {
  const who = requirePermission(actor, canChangePartnerCodes)
  const isShared = kind === 'shared'
  return db.transaction(async (transaction) => {
    await lockPartnerCodes(transaction, partner)
    const known = await openAll(transaction, vault, partner, { isShared })
    const fresh = codes.filter((code) => !known.has(code))
    if (isShared && fresh.length > 0) await deleteFreePartnerCodes(transaction, partner, { onlyShared: true })
    const rows = fresh.map((code) => {
      const id = randomUUID()
      return { id, code: sealPartnerCode(vault, id, code) }
    })
    await insertPartnerCodes(transaction, { partner, isShared }, rows)
    const result = { added: fresh.length, known: codes.length - fresh.length }
    if (result.added > 0) await audit(transaction, who, 'offer.codes-added', partner, { kind, ...result })
    return result
  })
}

/**
 * Deletes the codes that nobody has, the one that everybody gets among them, and returns how many.
 * @throws ActionNotAllowedError unless the actor is an admin
 */
export async function removePartnerCodes(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  partner: OfferPartner,
): Promise<number> {
  const who = requirePermission(actor, canChangePartnerCodes)
  return db.transaction(async (transaction) => {
    await lockPartnerCodes(transaction, partner)
    const removed = await deleteFreePartnerCodes(transaction, partner)
    if (removed > 0) await audit(transaction, who, 'offer.codes-removed', partner, { removed })
    return removed
  })
}

/**
 * What must not be added: for single codes all there are, and for one that everybody gets the single ones and the one that is set. They are
 * sealed differently each time, so they are compared opened.
 */
async function openAll(
  transaction: Database,
  vault: Platform['vault'],
  partner: OfferPartner,
  { isShared }: { isShared: boolean },
): Promise<Set<string>> {
  const current = isShared ? await findSharedPartnerCode(transaction, partner) : null
  const known = new Set<string>()
  for await (const row of eachCode(transaction)) {
    const counts = !isShared || !row.isShared || row.id === current?.id
    if (row.partner === partner && counts) known.add(openSealedPartnerCode(vault, row.id, row.code))
  }
  return known
}

async function* eachCode(db: Database) {
  for (let after: string | null = null; ; ) {
    const rows = await listPartnerCodesAfterId(db, after)
    yield* rows
    after = rows.at(-1)?.id ?? null
    if (rows.length < partnerCodesPerQuery) return
  }
}

/**
 * Gives a code to every member who may have one and has none, while there are any, and queues their emails with it. It starts from who is
 * listed, not from what happened: so it does not matter how somebody came to be, and whoever found no code left gets one later.
 */
export async function givePartnerCodes(platform: Pick<Platform, 'db' | 'jobs' | 'vault'>): Promise<void> {
  for (const partner of allPartners) {
    const offer = partnerOffers[partner]
    if (!offer) continue
    while ((await giveSome(platform, partner, offer)) === partnerCodesPerQuery);
    // Not sent for a day: the member was not listed when it should have been, or email does not reach them.
    for (const { id, day } of await listUnsentPartnerCodes(platform.db, partner, offer.for)) {
      await platform.jobs.enqueue(platform.db, sendPartnerCodeMail, { codeId: id, partner }, { event: `${id}:${day}` })
    }
  }
}

function giveSome(
  { db, jobs, vault }: Pick<Platform, 'db' | 'jobs' | 'vault'>,
  partner: OfferPartner,
  offer: PartnerOffer,
): Promise<number> {
  return db.transaction(async (transaction) => {
    await lockPartnerCodes(transaction, partner)
    const shared = await findSharedPartnerCode(transaction, partner)
    const free = shared ? [] : await listFreePartnerCodeIds(transaction, partner, partnerCodesPerQuery)
    const most = shared ? partnerCodesPerQuery : free.length
    const members = most > 0 ? await listMembersWaitingForPartnerCode(transaction, partner, offer.for, most) : []
    const code = shared && openSealedPartnerCode(vault, shared.id, shared.code)
    for (const [index, profileId] of members.entries()) {
      const codeId = free[index] ?? randomUUID()
      if (code) {
        const own = sealPartnerCode(vault, codeId, code)
        await insertSharedPartnerCodeForMember(transaction, { id: codeId, partner, code: own, profileId })
      } else await markPartnerCodeGiven(transaction, codeId, profileId)
      await jobs.enqueue(transaction, sendPartnerCodeMail, { codeId, partner }, { event: codeId })
    }
    return members.length
  })
}

/** Whether members wait for a code and none is left. Words of an offer that are samples promise nothing until somebody adds codes. */
export async function hasRunOutOfPartnerCodes({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  for (const partner of allPartners) {
    const offer = partnerOffers[partner]
    if (!offer) continue
    const { left, given, hasShared } = await countPartnerCodes(db, partner)
    if (left > 0 || hasShared || (offer.isSample && given === 0)) continue
    if (await isAnyMemberWaitingForPartnerCode(db, partner, offer.for)) return true
  }
  return false
}

/** Seals codes afresh that are under an older one of EVIDENCE_KEYS. */
export async function resealPartnerCodes({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<void> {
  for await (const { id, code } of eachCode(db)) {
    if (!vault.isCurrent(code))
      await replaceSealedPartnerCode(db, id, code, sealPartnerCode(vault, id, openSealedPartnerCode(vault, id, code)))
  }
}

/** Offers have names and no ids, which the audit log needs. */
function audit(
  transaction: Database,
  actor: Actor,
  action: 'offer.codes-added' | 'offer.codes-removed',
  partner: OfferPartner,
  detail: Record<string, unknown>,
): Promise<void> {
  const subjectId = uuidOfHash(createHash('sha256').update(`offer:${partner}`).digest('hex'))
  return recordAuditEvent(transaction, {
    actor,
    action,
    subjectType: 'offer',
    subjectId,
    detail: { partner, ...detail },
  })
}
