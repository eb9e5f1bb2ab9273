import { linkProfileToBusiness } from '#app/features/profile/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { findBusinessDraft, lockBusinessDraft } from '../draft-queries.server.ts'
import { deleteBusinessDraftAndFiles } from '../drafts.server.ts'
import { sendTransferredBusinessMailToFormerOwner, sendTransferredBusinessMailToNewOwner } from '../mails.server.ts'
import {
  findBusinessIdLinkedByProfile,
  findBusinessOfOwner,
  lockBusinessWithStatusFacts,
  waitForBusinessImport,
} from '../queries.server.ts'
import { parseOwnershipTransferToken } from './links.server.ts'
import type { OwnershipInvitationPageData, OwnershipTransferViewer } from './model.ts'
import {
  changeBusinessOwnerClearingContacts,
  deleteOldOwnershipTransfers,
  endOwnershipTransferOfBusiness,
  findMemberAndWhetherVerified,
  findOwnershipTransfer,
  lockMemberProfiles,
} from './queries.server.ts'
import { maskEmail } from './rules.ts'
/** How an invitation is named: by the token of its link, or by its id to a member with the invited address. */
export type OwnershipInvitationTokenOrId = { token: string } | { id: string }

/** Finds the invitation that is named; null for a token that is not ours, or a member who is not the invited one. */
async function findNamed(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  key: OwnershipInvitationTokenOrId,
) {
  if ('token' in key) {
    const id = parseOwnershipTransferToken(secret, key.token)
    return id ? findOwnershipTransfer(db, id) : null
  }
  const row = actor && isUuid(key.id) ? await findOwnershipTransfer(db, key.id) : null
  const member = row && actor && (await findMemberAndWhetherVerified(db, actor.userId))
  if (!row || !member) return null
  return row.acceptedBy === member.id || isInvited(member, row.invitedEmail) ? row : null
}

/** Returns the page of an invitation for whoever has its link, or is invited, without changing anything. */
export async function getOwnershipInvitationPageData(
  platform: Pick<Platform, 'db' | 'secret'>,
  actor: Actor | null,
  key: OwnershipInvitationTokenOrId,
): Promise<OwnershipInvitationPageData> {
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
): Promise<OwnershipTransferViewer> {
  if (!actor) return { is: 'visitor' }
  if (actor.userId === askedBy) return { is: 'owner' }
  const member = await findMemberAndWhetherVerified(db, actor.userId)
  if (!member || !isInvited(member, invitedEmail)) return { is: 'somebody-else', email: actor.email }
  const own = await findBusinessOfOwner(db, actor.userId)
  if (own) return { is: 'has-business', name: own.values.name }
  const draft = await findBusinessDraft(db, actor.userId)
  return { is: 'invited', isVerified: member.isVerified, hasDraft: draft !== null && !draft.isExpired }
}

/** Whether a member has confirmed the address that was invited. */
function isInvited(member: { email: string; isEmailConfirmed: boolean }, invitedEmail: string): boolean {
  return member.isEmailConfirmed && member.email.toLowerCase() === invitedEmail
}

export type AcceptOwnershipTransferResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'taken-on'; businessName: string }
  /** Nothing changed; `getOwnershipInvitationPageData` says why. */
  | { outcome: 'ended' | 'owner' | 'somebody-else' | 'has-business' }

/**
 * Makes the actor the owner of the business that they were invited to take on, in one transaction: with its texts, pictures, slugs and
 * addresses, but without the contact details of the owner before. Triggers end the codes and badges of that owner and decide by the new
 * one whether the business is listed. Their draft of a business is deleted.
 */
export async function acceptOwnershipTransfer(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  actor: Actor | null,
  key: OwnershipInvitationTokenOrId,
): Promise<AcceptOwnershipTransferResult> {
  const owner = requireActor(actor)
  const { db, jobs } = platform
  const asked = await findNamed(platform, owner, key)
  if (!asked) return { outcome: 'ended' }
  const { businessId, askedBy } = asked
  return db.transaction(async (transaction): Promise<AcceptOwnershipTransferResult> => {
    // In the order in which all others lock them: the draft, the profiles, the business.
    await lockBusinessDraft(transaction, owner.userId)
    await waitForBusinessImport(transaction)
    const members = await lockMemberProfiles(transaction, [askedBy, owner.userId])
    await lockBusinessWithStatusFacts(transaction, businessId)
    const row = await findOwnershipTransfer(transaction, asked.id)
    if (row?.acceptedBy === owner.userId) return { outcome: 'taken-on', businessName: row.businessName }
    if (!row?.isOpen) return { outcome: 'ended' }
    if (askedBy === owner.userId) return { outcome: 'owner' }
    const member = members.find(({ id }) => id === owner.userId)
    if (!member || member.isSuspended) throw new ActionNotAllowedError()
    if (!isInvited(member, row.invitedEmail)) return { outcome: 'somebody-else' }
    if (await findBusinessOfOwner(transaction, owner.userId)) return { outcome: 'has-business' }

    await endOwnershipTransferOfBusiness(transaction, businessId, { acceptedBy: owner.userId })
    await changeBusinessOwnerClearingContacts(transaction, businessId, owner.userId)
    await relink(transaction, owner.userId, businessId)
    // Imports can give an owner several businesses: the next one is then theirs.
    await relink(transaction, askedBy, (await findBusinessOfOwner(transaction, askedBy))?.id ?? null)
    await deleteBusinessDraftAndFiles(platform, transaction, owner.userId)
    await recordAuditEvent(transaction, {
      actor: owner,
      action: 'business.taken-on',
      subjectType: 'business',
      subjectId: businessId,
    })
    await recordAuditEvent(transaction, {
      actor: owner,
      action: 'business.handed-on',
      subjectType: 'profile',
      subjectId: askedBy,
    })
    await jobs.enqueue(transaction, sendTransferredBusinessMailToNewOwner, { handoverId: row.id }, { event: row.id })
    await jobs.enqueue(transaction, sendTransferredBusinessMailToFormerOwner, { handoverId: row.id }, { event: row.id })
    return { outcome: 'taken-on', businessName: row.businessName }
  })
}

/** Links a profile that is locked to the business that is now theirs. */
async function relink(transaction: Database, userId: string, businessId: string | null): Promise<void> {
  const before = await findBusinessIdLinkedByProfile(transaction, userId)
  if (!(await linkProfileToBusiness(transaction, userId, businessId, before ?? null))) {
    throw new Error('the profile was linked to another business in the meantime')
  }
}

/** Deletes invitations that ended more than a month ago. For the daily maintenance. */
export function deleteEndedOwnershipTransfers({ db }: Pick<Platform, 'db'>): Promise<void> {
  return deleteOldOwnershipTransfers(db)
}
