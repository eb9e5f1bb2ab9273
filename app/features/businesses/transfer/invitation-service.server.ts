import { checkPassword, type PasswordResult } from '#app/features/account/password-change-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { countRequest, type Limit } from '#app/platform/.server/security/limits.ts'
import { sendTransferInvitation } from '../mails.server.ts'
import { findOwnBusiness, lockOwnBusiness } from '../queries.server.ts'
import { ownTransferPath } from './links.server.ts'
import { type OwnTransfer, type TransferInvitation, transfersPerDay } from './model.ts'
import {
  endTransfer,
  findOpenTransfer,
  findTakenOnAt,
  findTransferMember,
  insertTransfer,
  listOpenTransfersTo,
  lockMembers,
} from './queries.server.ts'

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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
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
