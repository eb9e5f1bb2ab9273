import { findAddress } from '#app/features/account/personal-data-service.server.ts'
import type { JobHandler, JobKind } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type MailContent, renderMail } from '#app/platform/.server/render-mail.ts'
import { isDocumentUsed } from './document-queries.server.ts'
import { documentBucket } from './document-service.server.ts'
import { evidenceDueMail, lapsedMail, reminderMail, submittedMail, withdrawnMail } from './emails.tsx'
import { writeAnnouncedEnd } from './end-service.server.ts'
import {
  dailyUpkeep,
  reencodePhotograph,
  sendEvidenceDue,
  sendLapsed,
  sendReminder,
  sendSubmitted,
  sendWithdrawn,
  sweepDocument,
} from './job-kinds.ts'
import { findCase } from './queries.server.ts'
import { dueAtOf, endToAnnounce } from './rules.ts'
import { carryOutUpkeep, reencodeStored } from './upkeep-service.server.ts'

/** A mail to a member, once an event; nothing where they have gone, or it has nothing to say any more. */
function mailHandler<Data extends { userId: string }>(
  kind: JobKind<Data>,
  write: (
    data: Data,
    platform: Platform,
  ) => Promise<{ event: string; content: MailContent } | null> | { event: string; content: MailContent },
  onSent?: (platform: Platform, data: Data) => Promise<void>,
): JobHandler<Platform> {
  return {
    name: kind.name,
    handle: async (platform, told) => {
      const data = kind.schema.parse(told)
      const to = await findAddress(platform.db, data.userId)
      const letter = to && (await write(data, platform))
      if (!letter) return
      await platform.post.send({ event: `${kind.name}:${letter.event}`, to, ...(await renderMail(letter.content)) })
      await onSent?.(platform, data)
    },
  }
}

/** What carries out the jobs of this room. */
export const handlers: JobHandler<Platform>[] = [
  {
    name: sweepDocument.name,
    handle: async ({ db, storage }, data) => {
      const { key } = sweepDocument.schema.parse(data)
      if (!(await isDocumentUsed(db, key))) await storage.delete(documentBucket, key)
    },
  },
  {
    name: reencodePhotograph.name,
    handle: (platform, data) => reencodeStored(platform, reencodePhotograph.schema.parse(data).document),
  },
  {
    name: dailyUpkeep.name,
    handle: (platform, data) => carryOutUpkeep(platform, dailyUpkeep.schema.parse(data).day),
  },
  mailHandler(sendSubmitted, ({ userId, submittedAt }, { publicUrl }) => ({
    event: `${userId}:${submittedAt}`,
    content: submittedMail({ submittedAt: new Date(submittedAt), publicUrl }),
  })),
  mailHandler(sendWithdrawn, ({ userId, withdrawnAt, documents }, { publicUrl }) => ({
    event: `${userId}:${withdrawnAt}`,
    content: withdrawnMail({ withdrawnAt: new Date(withdrawnAt), documents, publicUrl }),
  })),
  mailHandler(sendEvidenceDue, ({ decisionId, dueAt }, { publicUrl }) => ({
    event: decisionId,
    content: evidenceDueMail({ dueAt: new Date(dueAt), publicUrl }),
  })),
  mailHandler(
    sendReminder,
    async ({ userId, verifiedAt, stage }, { db, publicUrl, verificationTerms }) => {
      // Confirmed, withdrawn or run out since it was queued: there is nothing to be reminded of.
      const row = await findCase(db, userId)
      if (row?.status !== 'Verified' || row.verifiedAt?.toISOString() !== verifiedAt) return null
      const dueAt = dueAtOf(row.verifiedAt, verificationTerms)
      const endsAt = (row.endsAt && row.announcedEndAt) ?? endToAnnounce(row.verifiedAt, verificationTerms, new Date())
      return {
        event: `${userId}:${verifiedAt}:${stage}`,
        content: reminderMail({ dueAt, endsAt, stage, publicUrl }),
      }
    },
    // Only what the mail server took has told the member of an end.
    (platform, { userId, verifiedAt }) => writeAnnouncedEnd(platform, userId, verifiedAt),
  ),
  mailHandler(sendLapsed, ({ userId, lapsedAt }, { publicUrl }) => ({
    event: `${userId}:${lapsedAt}`,
    content: lapsedMail({ publicUrl }),
  })),
]
