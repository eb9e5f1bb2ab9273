import { z } from 'zod'
import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { findBusinessNameAndStatusOfMember } from '#app/features/businesses/service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findMemberFirstName, findVerificationDecisionForMail } from './decisions/queries.server.ts'
import { countVerificationDocumentsOfMember } from './documents/queries.server.ts'
import { findFactCheck } from './facts/queries.server.ts'
import { businessFactLabelOf } from './facts/rules.ts'
import { writeAnnouncedVerificationEndJob } from './jobs.server.ts'
import { findDecisionBeforeEvidenceDeletion } from './maintenance/queries.server.ts'
import { findVerificationCaseOfMember } from './queries.server.ts'
import {
  isVerificationDecisionAppealable,
  verificationEndDateToAnnounce,
  yearlyVerificationConfirmationDueAt,
} from './rules.ts'

const templates = async () => ({
  ...(await import('./emails.tsx')),
  ...(await import('./decisions/emails.tsx')),
  ...(await import('./facts/emails.tsx')),
})

const moment = z.iso.datetime()

const loadEmail = async ({ db }: Pick<Platform, 'db'>, { userId }: { userId: string }) => {
  const email = await findSignInEmailOfMember(db, userId)
  return email ? { email } : null
}

export const sendVerificationSubmittedMail = defineMail({
  name: 'verification.send-submitted',
  schema: z.object({ userId: z.uuid(), submittedAt: moment }),
  load: loadEmail,
  key: ({ userId, submittedAt }) => `verification.send-submitted:${userId}:${submittedAt}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { submittedAt }, { publicUrl }) =>
    templates.verificationSubmittedMail({ submittedAt: new Date(submittedAt), publicUrl }),
})

export const sendVerificationWithdrawnMail = defineMail({
  name: 'verification.send-withdrawn',
  schema: z.object({ userId: z.uuid(), withdrawnAt: moment, documents: z.int() }),
  load: loadEmail,
  key: ({ userId, withdrawnAt }) => `verification.send-withdrawn:${userId}:${withdrawnAt}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { withdrawnAt, documents }, { publicUrl }) =>
    templates.verificationWithdrawnMail({ withdrawnAt: new Date(withdrawnAt), documents, publicUrl }),
})

/** Before documents are deleted; not where the decision was undone, appealed or followed by another. */
export const sendEvidenceDeletionDueMail = defineMail({
  name: 'verification.send-evidence-due',
  schema: z.object({ userId: z.uuid(), decisionId: z.uuid(), dueAt: moment }),
  load: async ({ db }, { userId, decisionId }) => {
    const email = await findSignInEmailOfMember(db, userId)
    const row = await findDecisionBeforeEvidenceDeletion(db, decisionId)
    return email && row?.isLast
      ? { email, appealEndsAt: isVerificationDecisionAppealable(row.decision) ? row.appealEndsAt : null }
      : null
  },
  key: ({ decisionId }) => `verification.send-evidence-due:${decisionId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { appealEndsAt }, { dueAt }, { publicUrl }) =>
    templates.evidenceDeletionDueMail({ dueAt: new Date(dueAt), appealEndsAt, publicUrl }),
})

/** Before the year is over and on the day it is, unless the member confirmed, withdrew or lapsed since it was queued. */
export const sendYearlyVerificationDueMail = defineMail({
  name: 'verification.send-reminder',
  schema: z.object({ userId: z.uuid(), verifiedAt: moment, stage: z.enum(['month', 'week', 'day']) }),
  load: async ({ db, verificationTerms }, { userId, verifiedAt }) => {
    const email = await findSignInEmailOfMember(db, userId)
    const row = await findVerificationCaseOfMember(db, userId)
    if (!email || row?.status !== 'Verified' || row.verifiedAt?.toISOString() !== verifiedAt) return null
    const dueAt = yearlyVerificationConfirmationDueAt(row.verifiedAt, verificationTerms)
    const endsAt =
      (row.endsAt && row.announcedEndAt) ?? verificationEndDateToAnnounce(row.verifiedAt, verificationTerms, new Date())
    return { email, dueAt, endsAt }
  },
  key: ({ userId, verifiedAt, stage }) => `verification.send-reminder:${userId}:${verifiedAt}:${stage}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { dueAt, endsAt }, { stage }, { publicUrl }) =>
    templates.yearlyVerificationDueMail({ dueAt, endsAt, stage, publicUrl }),
  onSent: ({ db, jobs }, { userId, verifiedAt }) =>
    jobs.enqueue(db, writeAnnouncedVerificationEndJob, { userId, verifiedAt }, { event: `${userId}:${verifiedAt}` }),
})

export const sendVerificationLapsedMail = defineMail({
  name: 'verification.send-lapsed',
  schema: z.object({ userId: z.uuid(), lapsedAt: moment }),
  load: loadEmail,
  key: ({ userId, lapsedAt }) => `verification.send-lapsed:${userId}:${lapsedAt}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, __, { publicUrl }) => templates.verificationLapsedMail({ publicUrl }),
})

/** Once for each submission, when a reviewer opens the case. */
export const sendVerificationInReviewMail = defineMail({
  name: 'verification.send-in-review',
  schema: z.object({ userId: z.uuid(), submission: z.string() }),
  load: async ({ db }, { userId }) => {
    const firstName = await findMemberFirstName(db, userId)
    return firstName === null ? null : { firstName, email: await findSignInEmailOfMember(db, userId) }
  },
  key: ({ submission }) => `in-review:${submission}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { firstName }, _, { publicUrl }) => templates.verificationInReviewMail({ firstName, publicUrl }),
})

export const sendVerificationDecisionMail = defineMail({
  name: 'verification.send-decision',
  schema: z.object({ decisionId: z.uuid() }),
  load: async ({ db }, { decisionId }) => {
    const row = await findVerificationDecisionForMail(db, decisionId)
    if (!row) return null
    return {
      row,
      business: await findBusinessNameAndStatusOfMember({ db }, row.profileId),
      email: await findSignInEmailOfMember(db, row.profileId),
      holdsDocuments: (await countVerificationDocumentsOfMember(db, row.profileId)) > 0,
    }
  },
  key: ({ decisionId }) => `decision:${decisionId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { row: { decision, reason, ...row }, business, holdsDocuments }, _, { publicUrl }) => {
    switch (decision) {
      case 'approved':
        return templates.verificationApprovedMail({ ...row, publicUrl, business })
      case 'rejected':
        return templates.verificationRejectedMail({ ...row, publicUrl, why: reason })
      case 'more-needed':
        return templates.moreEvidenceNeededMail({ ...row, publicUrl })
      case 'revoked':
        return templates.verificationRevokedMail({ ...row, publicUrl, holdsDocuments })
      case 'reopened':
        return templates.verificationReopenedMail({ ...row, publicUrl, holdsDocuments })
      case 'appealed':
        return templates.verificationAppealedMail({ ...row, publicUrl })
      case 'confirmed':
        return null
    }
  },
})

/** After a reviewer has decided about a fact, unless its business has nobody any more. */
export const sendBusinessFactDecidedMail = defineMail({
  name: 'verification.send-fact-decided',
  schema: z.object({ checkId: z.uuid() }),
  load: async ({ db }, { checkId }) => {
    const check = await findFactCheck(db, checkId)
    return check?.decidedAt && check.ownerId ? { check, email: await findSignInEmailOfMember(db, check.ownerId) } : null
  },
  key: ({ checkId }) => `fact-check:${checkId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { check: { fact, method, words, businessName } }, _, { publicUrl }) =>
    templates.businessFactDecidedMail({
      businessName,
      label: businessFactLabelOf(fact),
      isConfirmed: method !== null,
      words,
      publicUrl,
    }),
})
