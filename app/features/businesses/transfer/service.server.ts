import { checkPassword, type PasswordResult } from '#app/features/account/service.server.ts'
import { linkBusiness } from '#app/features/profile/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import { findDraft, lockDraft } from '../draft-queries.server.ts'
import { dropDraft } from '../drafts.server.ts'
import { sendHandedOn, sendTakenOn, sendTransferInvitation } from '../mails.server.ts'
import {
  findLinkedBusinessId,
  findOwnBusiness,
  lockBusiness,
  lockOwnBusiness,
  waitForImport,
} from '../queries.server.ts'
import { ownTransferPath, parseTransferToken } from './links.server.ts'
import {
  type OwnTransfer,
  type TransferInvitation,
  type TransferReader,
  type TransferView,
  transfersPerDay,
} from './model.ts'
import {
  changeOwner,
  deleteOldTransfers,
  endTransfer,
  findOpenTransfer,
  findTakenOnAt,
  findTransfer,
  findTransferMember,
  insertTransfer,
  listOpenTransfersTo,
  lockMembers,
} from './queries.server.ts'
import { maskEmail } from './rules.ts'

const invitations: Limit = { name: 'business-handover', requests: transfersPerDay, windowSeconds: 86_400 }

export type InvitationResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'invited' }
  | { outcome: 'own-email' }
  /** Somebody else is invited already. */
  | { outcome: 'already-invited' }
  /** Too many invitations today. */
  | { outcome: 'too-many' }
  | { outcome: 'not-found' }
  | Exclude<PasswordResult, { outcome: 'done' }>

/**
 * Invites somebody by email to take on the actor's business. Nothing else changes until they accept. The result does not tell whether
 * the address is a member's.
 * @param offer the new owner's address, in lower case, and the actor's password
 */
export async function inviteNewOwner(
  platform: Platform,
  actor: Actor | null,
  offer: { email: string; currentPassword: string },
): Promise<InvitationResult> {
  const owner = requireActor(actor)
  const { db, jobs, secret } = platform
  if (offer.email === owner.email.toLowerCase()) return { outcome: 'own-email' }
  const checked = await checkPassword(platform, owner, offer.currentPassword)
  if (checked.outcome !== 'done') return checked
  return db.transaction(async (transaction): Promise<InvitationResult> => {
    // A suspension at the same moment waits, and then ends this invitation.
    const [member] = await lockMembers(transaction, [owner.userId])
    if (!member || member.isSuspended) throw new NotAllowed()
    const business = await lockOwnBusiness(transaction, owner.userId)
    if (!business) return { outcome: 'not-found' }
    const open = await findOpenTransfer(transaction, business.id)
    if (open) return { outcome: open.invitedEmail === offer.email ? 'invited' : 'already-invited' }
    const { allowed } = await countRequest(transaction, secret, invitations, owner.userId)
    if (!allowed) return { outcome: 'too-many' }
    // One that has expired.
    await endTransfer(transaction, business.id)
    const transferId = await insertTransfer(transaction, {
      businessId: business.id,
      askedBy: owner.userId,
      invitedEmail: offer.email,
    })
    await recordAudit(transaction, {
      actor: owner,
      action: 'business.handover.asked',
      subjectType: 'business',
      subjectId: business.id,
    })
    await jobs.enqueue(transaction, sendTransferInvitation, { handoverId: transferId }, { event: transferId })
    return { outcome: 'invited' }
  })
}

/** Withdraws the actor's invitation; false if there is none that can be accepted. */
export async function withdrawInvitation({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<boolean> {
  const owner = requireActor(actor)
  return db.transaction(async (transaction) => {
    const business = await lockOwnBusiness(transaction, owner.userId)
    if (!business || !(await endTransfer(transaction, business.id))) return false
    await recordAudit(transaction, {
      actor: owner,
      action: 'business.handover.withdrawn',
      subjectType: 'business',
      subjectId: business.id,
    })
    return true
  })
}

/** Finds the actor's invitation, and whether they have taken their business on themselves. */
export async function getOwnTransfer({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<OwnTransfer> {
  const { userId } = requireActor(actor)
  const business = await findOwnBusiness(db, userId)
  if (!business) return { open: null, takenOnAt: null }
  const open = await findOpenTransfer(db, business.id)
  return {
    open: open && { email: open.invitedEmail, askedAt: open.askedAt, expiresAt: open.expiresAt },
    takenOnAt: await findTakenOnAt(db, business.id, userId),
  }
}

/** Lists the invitations to the actor's confirmed address, so that somebody who had to register first finds theirs. */
export async function listInvitations(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<TransferInvitation[]> {
  const { userId } = requireActor(actor)
  const member = await findTransferMember(db, userId)
  if (!member?.isEmailConfirmed) return []
  const rows = await listOpenTransfersTo(db, member.email.toLowerCase())
  return rows.map(({ id, businessName }) => ({ businessName, path: ownTransferPath(id) }))
}

/** How an invitation is named: by the token of its link, or by its id to a member with the invited address. */
export type TransferKey = { token: string } | { id: string }

/** Finds the invitation that is named; null for a token that is not ours, or a member who is not the invited one. */
async function findNamed({ db, secret }: Pick<Platform, 'db' | 'secret'>, actor: Actor | null, key: TransferKey) {
  if ('token' in key) {
    const id = parseTransferToken(secret, key.token)
    return id ? findTransfer(db, id) : null
  }
  const row = actor && isUuid(key.id) ? await findTransfer(db, key.id) : null
  const member = row && actor && (await findTransferMember(db, actor.userId))
  if (!row || !member) return null
  return row.acceptedBy === member.id || isInvited(member, row.invitedEmail) ? row : null
}

/** Returns the page of an invitation for whoever has its link, or is invited, without changing anything. */
export async function getTransfer(platform: Platform, actor: Actor | null, key: TransferKey): Promise<TransferView> {
  const { db } = platform
  const row = await findNamed(platform, actor, key)
  if (!row) return { state: 'ended' }
  const { businessName, city, askedByName, askedAt, expiresAt, invitedEmail } = row
  if (actor && row.acceptedBy === actor.userId) return { state: 'taken-on', businessName }
  if (!row.isOpen) return { state: 'ended' }
  return {
    state: 'open',
    businessName,
    city,
    askedBy: askedByName,
    askedAt,
    expiresAt,
    maskedEmail: maskEmail(invitedEmail),
    reader: await readerOf(db, actor, row),
  }
}

async function readerOf(
  db: Database,
  actor: Actor | null,
  { askedBy, invitedEmail }: { askedBy: string; invitedEmail: string },
): Promise<TransferReader> {
  if (!actor) return { is: 'visitor' }
  if (actor.userId === askedBy) return { is: 'owner' }
  const member = await findTransferMember(db, actor.userId)
  if (!member || !isInvited(member, invitedEmail)) return { is: 'somebody-else', email: actor.email }
  const own = await findOwnBusiness(db, actor.userId)
  if (own) return { is: 'has-business', name: own.values.name }
  const draft = await findDraft(db, actor.userId)
  return { is: 'invited', isVerified: member.isVerified, hasDraft: draft !== null && !draft.isExpired }
}

/** Whether a member has confirmed the address that was invited. */
function isInvited(member: { email: string; isEmailConfirmed: boolean }, invitedEmail: string): boolean {
  return member.isEmailConfirmed && member.email.toLowerCase() === invitedEmail
}

export type AcceptanceResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'taken-on'; businessName: string }
  /** Nothing changed; `getTransfer` says why. */
  | { outcome: 'ended' | 'owner' | 'somebody-else' | 'has-business' }

/**
 * Makes the actor the owner of the business that they were invited to take on, in one transaction: with its texts, pictures, slugs and
 * addresses, but without the contact details of the owner before. Triggers end the codes and badges of that owner and decide by the new
 * one whether the business is listed. Their draft of a business is deleted.
 */
export async function takeOn(platform: Platform, actor: Actor | null, key: TransferKey): Promise<AcceptanceResult> {
  const owner = requireActor(actor)
  const { db, jobs } = platform
  const asked = await findNamed(platform, owner, key)
  if (!asked) return { outcome: 'ended' }
  const { businessId, askedBy } = asked
  return db.transaction(async (transaction): Promise<AcceptanceResult> => {
    // In the order in which all others lock them: the draft, the profiles, the business.
    await lockDraft(transaction, owner.userId)
    await waitForImport(transaction)
    const members = await lockMembers(transaction, [askedBy, owner.userId])
    await lockBusiness(transaction, businessId)
    const row = await findTransfer(transaction, asked.id)
    if (row?.acceptedBy === owner.userId) return { outcome: 'taken-on', businessName: row.businessName }
    if (!row?.isOpen) return { outcome: 'ended' }
    if (askedBy === owner.userId) return { outcome: 'owner' }
    const member = members.find(({ id }) => id === owner.userId)
    if (!member || member.isSuspended) throw new NotAllowed()
    if (!isInvited(member, row.invitedEmail)) return { outcome: 'somebody-else' }
    if (await findOwnBusiness(transaction, owner.userId)) return { outcome: 'has-business' }

    await endTransfer(transaction, businessId, { acceptedBy: owner.userId })
    await changeOwner(transaction, businessId, owner.userId)
    await relink(transaction, owner.userId, businessId)
    // Imports can give an owner several businesses: the next one is then theirs.
    await relink(transaction, askedBy, (await findOwnBusiness(transaction, askedBy))?.id ?? null)
    await dropDraft(platform, transaction, owner.userId)
    await recordAudit(transaction, {
      actor: owner,
      action: 'business.taken-on',
      subjectType: 'business',
      subjectId: businessId,
    })
    await recordAudit(transaction, {
      actor: owner,
      action: 'business.handed-on',
      subjectType: 'profile',
      subjectId: askedBy,
    })
    await jobs.enqueue(transaction, sendTakenOn, { handoverId: row.id }, { event: row.id })
    await jobs.enqueue(transaction, sendHandedOn, { handoverId: row.id }, { event: row.id })
    return { outcome: 'taken-on', businessName: row.businessName }
  })
}

/** Links a profile that is locked to the business that is now theirs. */
async function relink(transaction: Database, userId: string, businessId: string | null): Promise<void> {
  const before = await findLinkedBusinessId(transaction, userId)
  if (!(await linkBusiness(transaction, userId, businessId, before ?? null))) {
    throw new Error('the profile was linked to another business in the meantime')
  }
}

/** Deletes invitations that ended more than a month ago. For the daily maintenance. */
export function deleteEndedTransfers({ db }: Pick<Platform, 'db'>): Promise<void> {
  return deleteOldTransfers(db)
}
