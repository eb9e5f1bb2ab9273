import { checkCurrentPassword, type PasswordCheckResult } from '#app/features/account/password-change-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { sendOwnershipTransferInvitationMail } from '../mails.server.ts'
import { findBusinessOfOwner, lockBusinessOfOwner } from '../queries.server.ts'
import { ownershipTransferPathForInvited } from './links.server.ts'
import {
  maxOwnershipInvitationsPerDay,
  type OwnershipTransferForOwner,
  type ReceivedOwnershipInvitation,
} from './model.ts'
import {
  endOwnershipTransferOfBusiness,
  findMemberAndWhetherVerified,
  findOpenOwnershipTransferOfBusiness,
  findTimeMemberTookOverBusiness,
  insertOwnershipTransfer,
  listOpenOwnershipTransfersToEmail,
  lockMemberProfiles,
} from './queries.server.ts'

const invitations: RequestLimit = {
  name: 'business-handover',
  requests: maxOwnershipInvitationsPerDay,
  windowSeconds: 86_400,
}

export type InviteNewBusinessOwnerResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'invited' }
  | { outcome: 'own-email' }
  /** Somebody else is invited already. */
  | { outcome: 'already-invited' }
  /** Too many invitations today. */
  | { outcome: 'too-many' }
  | { outcome: 'not-found' }
  | Exclude<PasswordCheckResult, { outcome: 'done' }>

/**
 * Invites somebody by email to take on the actor's business. Nothing else changes until they accept. The result does not tell whether
 * the address is a member's.
 * @param offer the new owner's address, in lower case, and the actor's password
 */
export async function inviteNewBusinessOwner(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
  actor: Actor | null,
  offer: { email: string; currentPassword: string },
): Promise<InviteNewBusinessOwnerResult> {
  const owner = requireActor(actor)
  const { db, jobs, secret } = platform
  if (offer.email === owner.email.toLowerCase()) return { outcome: 'own-email' }
  const checked = await checkCurrentPassword(platform, owner, offer.currentPassword)
  if (checked.outcome !== 'done') return checked
  return db.transaction(async (transaction): Promise<InviteNewBusinessOwnerResult> => {
    // A suspension at the same moment waits, and then ends this invitation.
    const [member] = await lockMemberProfiles(transaction, [owner.userId])
    if (!member || member.isSuspended) throw new ActionNotAllowedError()
    const business = await lockBusinessOfOwner(transaction, owner.userId)
    if (!business) return { outcome: 'not-found' }
    const open = await findOpenOwnershipTransferOfBusiness(transaction, business.id)
    if (open) return { outcome: open.invitedEmail === offer.email ? 'invited' : 'already-invited' }
    const { allowed } = await countLimitedRequest(transaction, secret, invitations, owner.userId)
    if (!allowed) return { outcome: 'too-many' }
    // One that has expired.
    await endOwnershipTransferOfBusiness(transaction, business.id)
    const transferId = await insertOwnershipTransfer(transaction, {
      businessId: business.id,
      askedBy: owner.userId,
      invitedEmail: offer.email,
    })
    await recordAuditEvent(transaction, {
      actor: owner,
      action: 'business.handover.asked',
      subjectType: 'business',
      subjectId: business.id,
    })
    await jobs.enqueue(
      transaction,
      sendOwnershipTransferInvitationMail,
      { handoverId: transferId },
      { event: transferId },
    )
    return { outcome: 'invited' }
  })
}

/** Withdraws the actor's invitation; false if there is none that can be accepted. */
export async function withdrawOwnershipInvitation({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<boolean> {
  const owner = requireActor(actor)
  return db.transaction(async (transaction) => {
    const business = await lockBusinessOfOwner(transaction, owner.userId)
    if (!business || !(await endOwnershipTransferOfBusiness(transaction, business.id))) return false
    await recordAuditEvent(transaction, {
      actor: owner,
      action: 'business.handover.withdrawn',
      subjectType: 'business',
      subjectId: business.id,
    })
    return true
  })
}

/** Finds the actor's invitation, and whether they have taken their business on themselves. */
export async function getOwnershipTransferForOwner(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnershipTransferForOwner> {
  const { userId } = requireActor(actor)
  const business = await findBusinessOfOwner(db, userId)
  if (!business) return { open: null, takenOnAt: null }
  const open = await findOpenOwnershipTransferOfBusiness(db, business.id)
  return {
    open: open && { email: open.invitedEmail, askedAt: open.askedAt, expiresAt: open.expiresAt },
    takenOnAt: await findTimeMemberTookOverBusiness(db, business.id, userId),
  }
}

/** Lists the invitations to the actor's confirmed address, so that somebody who had to register first finds theirs. */
export async function getOwnReceivedOwnershipInvitations(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<ReceivedOwnershipInvitation[]> {
  const { userId } = requireActor(actor)
  const member = await findMemberAndWhetherVerified(db, userId)
  if (!member?.isEmailConfirmed) return []
  const rows = await listOpenOwnershipTransfersToEmail(db, member.email.toLowerCase())
  return rows.map(({ id, businessName }) => ({ businessName, path: ownershipTransferPathForInvited(id) }))
}
