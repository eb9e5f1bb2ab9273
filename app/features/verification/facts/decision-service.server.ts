import {
  getStaffConflictOfInterestLevel,
  isStaffBarredByConflictOfInterest,
  requireStaffMayDecide,
} from '#app/features/profile/policy.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { listDocumentsOpenedByReviewer } from '../documents/opening-service.server.ts'
import { originalDocumentNameOf } from '../documents/service.server.ts'
import { sendBusinessFactDecidedMail } from '../mails.server.ts'
import { canReviewVerifications } from '../policy.server.ts'
import type { BusinessFactDecisionInput } from './form-schema.ts'
import type { BusinessFactDecisionNotTakenReason, BusinessWithWaitingFacts, WaitingBusinessFact } from './model.ts'
import {
  findBusinessNameAndOwner,
  findFactCheck,
  listBusinessesWithWaitingFacts,
  listCertificatesOfFactChecks,
  listStatedBusinessFacts,
  listWaitingFactChecksOfBusiness,
  lockBusinessReturningOwner,
  writeBusinessFactDecision,
} from './queries.server.ts'
import { publicRegisterUrlOfFact } from './rules.ts'

/** Businesses in the list. */
export const maxBusinessesWithWaitingFacts = 100

/** The businesses with facts that the actor can confirm, the longest waiting first; {@link maxBusinessesWithWaitingFacts} at most. */
export async function getBusinessesWithWaitingFacts(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<BusinessWithWaitingFacts[]> {
  return listBusinessesWithWaitingFacts(
    db,
    requirePermission(actor, canReviewVerifications),
    maxBusinessesWithWaitingFacts,
  )
}

export type WaitingBusinessFactsResult =
  | { outcome: 'open'; business: { name: string; slug: string }; facts: WaitingBusinessFact[] }
  /** It is the actor's own business. */
  | { outcome: 'own' }
  /** The actor reported it or owned it, so others decide. */
  | { outcome: 'left-to-others' }
  | { outcome: 'not-found' }

/** The facts of a business that its owner asks to have confirmed, and nothing else of it. */
export async function getWaitingBusinessFacts(
  { db, vault, log }: Pick<Platform, 'db' | 'vault' | 'log'>,
  actor: Actor | null,
  businessId: string,
): Promise<WaitingBusinessFactsResult> {
  const who = requirePermission(actor, canReviewVerifications)
  const head = isUuid(businessId) ? await findBusinessNameAndOwner(db, businessId) : null
  if (!head) return { outcome: 'not-found' }
  if (head.ownerId === who.userId) return { outcome: 'own' }
  const part = await getStaffConflictOfInterestLevel(db, who, { business: businessId })
  if (isStaffBarredByConflictOfInterest(part)) return { outcome: 'left-to-others' }
  const checks = await listWaitingFactChecksOfBusiness(db, who, businessId)
  const certificates =
    checks.length > 0
      ? await listCertificatesOfFactChecks(
          db,
          checks.map(({ checkId }) => checkId),
        )
      : []
  return {
    outcome: 'open',
    business: { name: head.name, slug: head.slug },
    facts: checks.map((check) => ({
      ...check,
      certificates: certificates
        .filter(({ factCheckId }) => factCheckId === check.checkId)
        .map((row) => ({
          id: row.id,
          fileName: originalDocumentNameOf({ vault, log }, row),
          uploadedAt: row.uploadedAt,
        })),
    })),
  }
}

export type BusinessFactDecisionResult = 'done' | BusinessFactDecisionNotTakenReason | 'not-found'

/**
 * Confirms a fact, or says why not, and queues an email to the owner. Only what the reviewer has seen is confirmed: the value, and the name,
 * place and trades of the business; by certificate only with all of them opened. With the business locked, so that neither a change by its owner nor another reviewer comes
 * between: of two at once the second gets 'closed'.
 * @param businessId the business whose page the reviewer saw
 * @throws ActionNotAllowedError where the business is the actor's own, or they have another part in it
 */
export async function decideBusinessFact(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  businessId: string,
  { check: checkId, subject, decision, until, words }: BusinessFactDecisionInput,
): Promise<BusinessFactDecisionResult> {
  const who = requirePermission(actor, canReviewVerifications)
  if (!isUuid(checkId) || !isUuid(businessId)) return 'not-found'
  return db.transaction(async (transaction): Promise<BusinessFactDecisionResult> => {
    const ownerId = await lockBusinessReturningOwner(transaction, businessId)
    if (ownerId === undefined) return 'not-found'
    if (ownerId === who.userId) throw new ActionNotAllowedError()
    const isAlone = await requireStaffMayDecide(transaction, who, { business: businessId })
    const check = await findFactCheck(transaction, checkId)
    if (check?.businessId !== businessId || check.decidedAt) return 'closed'
    const { fact, value } = check
    const stated = (await listStatedBusinessFacts(transaction, businessId)).find((each) => each.fact === fact)
    if (stated?.value !== value || stated.hasEnded) return 'changed'
    // Whoever did not see another has seen what the owner asked about.
    if (stated.subject !== (subject ?? check.subject)) return 'renamed'
    if (decision === 'register' && !publicRegisterUrlOfFact(fact, value)) return 'no-register'
    if (decision === 'certificate') {
      const stored = (await listCertificatesOfFactChecks(transaction, [checkId])).map(({ id }) => id)
      if (stored.length === 0) return 'no-certificate'
      if ((await listDocumentsOpenedByReviewer(transaction, who.userId, stored)).size < stored.length) return 'unopened'
    }
    const method = decision === 'decline' ? null : decision
    await writeBusinessFactDecision(transaction, checkId, {
      reviewerId: who.userId,
      method,
      until,
      words: method ? null : words,
    })
    await recordAuditEvent(transaction, {
      actor: who,
      action: method ? 'fact.confirmed' : 'fact.declined',
      subjectType: 'business',
      subjectId: businessId,
      detail: { fact, ...(method && { method }) },
    })
    if (isAlone) {
      const action = 'business.decided-alone'
      await recordAuditEvent(transaction, { actor: who, action, subjectType: 'business', subjectId: businessId })
    }
    await jobs.enqueue(transaction, sendBusinessFactDecidedMail, { checkId }, { event: checkId })
    return 'done'
  })
}
