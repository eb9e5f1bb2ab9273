import { z } from 'zod'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { findBusinessOf } from '#app/features/businesses/service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { findDecision, findFirstName } from './decisions/queries.server.ts'
import { countDocumentsOf } from './documents/queries.server.ts'
import { findCheck } from './facts/queries.server.ts'
import { labelOf } from './facts/rules.ts'
import { writeAnnouncedEndJob } from './jobs.server.ts'
import { findEvidenceDecision } from './maintenance/queries.server.ts'
import { findCase } from './queries.server.ts'
import { dueAtOf, endToAnnounce, isAppealable } from './rules.ts'

const templates = async () => ({
  ...(await import('./emails.tsx')),
  ...(await import('./decisions/emails.tsx')),
  ...(await import('./facts/emails.tsx')),
})

const moment = z.iso.datetime()

const loadEmail = async ({ db }: Pick<Platform, 'db'>, { userId }: { userId: string }) => {
  const email = await findEmail(db, userId)
  return email ? { email } : null
}

export const sendSubmitted = defineMail({
  name: 'verification.send-submitted',
  schema: z.object({ userId: z.uuid(), submittedAt: moment }),
  load: loadEmail,
  key: ({ userId, submittedAt }) => `verification.send-submitted:${userId}:${submittedAt}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { submittedAt }, { publicUrl }) =>
    templates.submittedMail({ submittedAt: new Date(submittedAt), publicUrl }),
})

export const sendWithdrawn = defineMail({
  name: 'verification.send-withdrawn',
  schema: z.object({ userId: z.uuid(), withdrawnAt: moment, documents: z.int() }),
  load: loadEmail,
  key: ({ userId, withdrawnAt }) => `verification.send-withdrawn:${userId}:${withdrawnAt}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, { withdrawnAt, documents }, { publicUrl }) =>
    templates.withdrawnMail({ withdrawnAt: new Date(withdrawnAt), documents, publicUrl }),
})

/** Before documents are deleted; not where the decision was undone, appealed or followed by another. */
export const sendEvidenceDue = defineMail({
  name: 'verification.send-evidence-due',
  schema: z.object({ userId: z.uuid(), decisionId: z.uuid(), dueAt: moment }),
  load: async ({ db }, { userId, decisionId }) => {
    const email = await findEmail(db, userId)
    const row = await findEvidenceDecision(db, decisionId)
    return email && row?.isLast ? { email, appealEndsAt: isAppealable(row.decision) ? row.appealEndsAt : null } : null
  },
  key: ({ decisionId }) => `verification.send-evidence-due:${decisionId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { appealEndsAt }, { dueAt }, { publicUrl }) =>
    templates.evidenceDueMail({ dueAt: new Date(dueAt), appealEndsAt, publicUrl }),
})

/** Before the year is over and on the day it is, unless the member confirmed, withdrew or lapsed since it was queued. */
export const sendConfirmationDue = defineMail({
  name: 'verification.send-reminder',
  schema: z.object({ userId: z.uuid(), verifiedAt: moment, stage: z.enum(['month', 'week', 'day']) }),
  load: async ({ db, verificationTerms }, { userId, verifiedAt }) => {
    const email = await findEmail(db, userId)
    const row = await findCase(db, userId)
    if (!email || row?.status !== 'Verified' || row.verifiedAt?.toISOString() !== verifiedAt) return null
    const dueAt = dueAtOf(row.verifiedAt, verificationTerms)
    const endsAt = (row.endsAt && row.announcedEndAt) ?? endToAnnounce(row.verifiedAt, verificationTerms, new Date())
    return { email, dueAt, endsAt }
  },
  key: ({ userId, verifiedAt, stage }) => `verification.send-reminder:${userId}:${verifiedAt}:${stage}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { dueAt, endsAt }, { stage }, { publicUrl }) =>
    templates.confirmationDueMail({ dueAt, endsAt, stage, publicUrl }),
  onSent: ({ db, jobs }, { userId, verifiedAt }) =>
    jobs.enqueue(db, writeAnnouncedEndJob, { userId, verifiedAt }, { event: `${userId}:${verifiedAt}` }),
})

export const sendLapsed = defineMail({
  name: 'verification.send-lapsed',
  schema: z.object({ userId: z.uuid(), lapsedAt: moment }),
  load: loadEmail,
  key: ({ userId, lapsedAt }) => `verification.send-lapsed:${userId}:${lapsedAt}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, _, __, { publicUrl }) => templates.lapsedMail({ publicUrl }),
})

/** Once for each submission, when a reviewer opens the case. */
export const sendInReview = defineMail({
  name: 'verification.send-in-review',
  schema: z.object({ userId: z.uuid(), submission: z.string() }),
  load: async ({ db }, { userId }) => {
    const firstName = await findFirstName(db, userId)
    return firstName === null ? null : { firstName, email: await findEmail(db, userId) }
  },
  key: ({ submission }) => `in-review:${submission}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { firstName }, _, { publicUrl }) => templates.inReviewMail({ firstName, publicUrl }),
})

export const sendDecision = defineMail({
  name: 'verification.send-decision',
  schema: z.object({ decisionId: z.uuid() }),
  load: async ({ db }, { decisionId }) => {
    const row = await findDecision(db, decisionId)
    if (!row) return null
    return {
      row,
      business: await findBusinessOf({ db }, row.profileId),
      email: await findEmail(db, row.profileId),
      holdsDocuments: (await countDocumentsOf(db, row.profileId)) > 0,
    }
  },
  key: ({ decisionId }) => `decision:${decisionId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { row: { decision, reason, ...row }, business, holdsDocuments }, _, { publicUrl }) => {
    switch (decision) {
      case 'approved':
        return templates.approvedMail({ ...row, publicUrl, business })
      case 'rejected':
        return templates.rejectedMail({ ...row, publicUrl, why: reason })
      case 'more-needed':
        return templates.moreNeededMail({ ...row, publicUrl })
      case 'revoked':
        return templates.revokedMail({ ...row, publicUrl, holdsDocuments })
      case 'reopened':
        return templates.reopenedMail({ ...row, publicUrl, holdsDocuments })
      case 'appealed':
        return templates.appealedMail({ ...row, publicUrl })
      case 'confirmed':
        return null
    }
  },
})

/** After a reviewer has decided about a fact, unless its business has nobody any more. */
export const sendFactDecided = defineMail({
  name: 'verification.send-fact-decided',
  schema: z.object({ checkId: z.uuid() }),
  load: async ({ db }, { checkId }) => {
    const check = await findCheck(db, checkId)
    return check?.decidedAt && check.ownerId ? { check, email: await findEmail(db, check.ownerId) } : null
  },
  key: ({ checkId }) => `fact-check:${checkId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { check: { fact, method, words, businessName } }, _, { publicUrl }) =>
    templates.factDecidedMail({ businessName, label: labelOf(fact), isConfirmed: method !== null, words, publicUrl }),
})
