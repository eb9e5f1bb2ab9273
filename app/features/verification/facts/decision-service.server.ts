import { getPart, requireNoPart } from '#app/features/profile/policy.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, NotAllowed, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { listOpened } from '../documents/opening-service.server.ts'
import { openNameOf } from '../documents/service.server.ts'
import { sendFactDecided } from '../mails.server.ts'
import { canReviewCases } from '../policy.server.ts'
import type { FactDecisionForm } from './form-schema.ts'
import type { FactRefusal, WaitingBusiness, WaitingFact } from './model.ts'
import {
  findBusinessHead,
  findCheck,
  listCertificates,
  listStatedFacts,
  listWaitingBusinesses,
  listWaitingChecks,
  lockBusinessOwner,
  writeFactDecision,
} from './queries.server.ts'
import { registerUrlOf } from './rules.ts'

/** Businesses in the list. */
export const waitingShown = 100

/** The businesses with facts that the actor can confirm, the longest waiting first; {@link waitingShown} at most. */
export async function getWaitingBusinesses(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<WaitingBusiness[]> {
  return listWaitingBusinesses(db, requirePermission(actor, canReviewCases), waitingShown)
}

export type WaitingFactsResult =
  | { outcome: 'open'; business: { name: string; slug: string }; facts: WaitingFact[] }
  /** It is the actor's own business. */
  | { outcome: 'own' }
  /** The actor reported it or owned it, so others decide. */
  | { outcome: 'left-to-others' }
  | { outcome: 'not-found' }

/** The facts of a business that its owner asks to have confirmed, and nothing else of it. */
export async function getWaitingFacts(
  { db, vault, log }: Pick<Platform, 'db' | 'vault' | 'log'>,
  actor: Actor | null,
  businessId: string,
): Promise<WaitingFactsResult> {
  const who = requirePermission(actor, canReviewCases)
  const head = isUuid(businessId) ? await findBusinessHead(db, businessId) : null
  if (!head) return { outcome: 'not-found' }
  if (head.ownerId === who.userId) return { outcome: 'own' }
  const part = await getPart(db, who, { business: businessId })
  if (part === 'owner' || part === 'others') return { outcome: 'left-to-others' }
  const checks = await listWaitingChecks(db, who, businessId)
  const certificates =
    checks.length > 0
      ? await listCertificates(
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
        .map((row) => ({ id: row.id, fileName: openNameOf({ vault, log }, row), uploadedAt: row.uploadedAt })),
    })),
  }
}

export type FactDecisionResult = 'done' | FactRefusal | 'not-found'

/**
 * Confirms a fact, or says why not, and queues an email to the owner. Only what the reviewer has seen is confirmed: the value, and the name,
 * place and trades of the business; by certificate only with all of them opened. With the business locked, so that neither a change by its owner nor another reviewer comes
 * between: of two at once the second gets 'closed'.
 * @param businessId the business whose page the reviewer saw
 * @throws NotAllowed where the business is the actor's own, or they have another part in it
 */
export async function decideFact(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  businessId: string,
  { check: checkId, subject, decision, until, words }: FactDecisionForm,
): Promise<FactDecisionResult> {
  const who = requirePermission(actor, canReviewCases)
  if (!isUuid(checkId) || !isUuid(businessId)) return 'not-found'
  return db.transaction(async (transaction): Promise<FactDecisionResult> => {
    const ownerId = await lockBusinessOwner(transaction, businessId)
    if (ownerId === undefined) return 'not-found'
    if (ownerId === who.userId) throw new NotAllowed()
    const isAlone = await requireNoPart(transaction, who, { business: businessId })
    const check = await findCheck(transaction, checkId)
    if (check?.businessId !== businessId || check.decidedAt) return 'closed'
    const { fact, value } = check
    const stated = (await listStatedFacts(transaction, businessId)).find((each) => each.fact === fact)
    if (stated?.value !== value || stated.hasEnded) return 'changed'
    // Whoever did not see another has seen what the owner asked about.
    if (stated.subject !== (subject ?? check.subject)) return 'renamed'
    if (decision === 'register' && !registerUrlOf(fact, value)) return 'no-register'
    if (decision === 'certificate') {
      const stored = (await listCertificates(transaction, [checkId])).map(({ id }) => id)
      if (stored.length === 0) return 'no-certificate'
      if ((await listOpened(transaction, who.userId, stored)).size < stored.length) return 'unopened'
    }
    const method = decision === 'decline' ? null : decision
    await writeFactDecision(transaction, checkId, {
      reviewerId: who.userId,
      method,
      until,
      words: method ? null : words,
    })
    await recordAudit(transaction, {
      actor: who,
      action: method ? 'fact.confirmed' : 'fact.declined',
      subjectType: 'business',
      subjectId: businessId,
      detail: { fact, ...(method && { method }) },
    })
    if (isAlone) {
      const action = 'business.decided-alone'
      await recordAudit(transaction, { actor: who, action, subjectType: 'business', subjectId: businessId })
    }
    await jobs.enqueue(transaction, sendFactDecided, { checkId }, { event: checkId })
    return 'done'
  })
}
