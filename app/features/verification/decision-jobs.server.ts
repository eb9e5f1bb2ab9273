import { findAddress } from '#app/features/account/personal-data-service.server.ts'
import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type MailContent, renderMail } from '#app/platform/.server/render-mail.ts'
import { approvedMail, inReviewMail, moreNeededMail, rejectedMail } from './decision-emails.tsx'
import { sendDecision, sendInReview } from './decision-job-kinds.ts'
import { findDecision, findFirstName } from './decision-queries.server.ts'

type Told = NonNullable<Awaited<ReturnType<typeof findDecision>>>

/** Mails that tell members what became of their cases; whoever has gone gets none. */
export const decisionHandlers: JobHandler<Platform>[] = [
  {
    name: sendInReview.name,
    handle: async (platform, told) => {
      const { userId, submission } = sendInReview.schema.parse(told)
      const firstName = await findFirstName(platform.db, userId)
      if (firstName === null) return
      const mail = inReviewMail({ firstName, publicUrl: platform.publicUrl })
      await send(platform, userId, `in-review:${submission}`, mail)
    },
  },
  {
    name: sendDecision.name,
    handle: async (platform, told) => {
      const { decisionId } = sendDecision.schema.parse(told)
      const decision = await findDecision(platform.db, decisionId)
      const mail = decision && mailOf(decision, platform.publicUrl)
      if (decision && mail) await send(platform, decision.profileId, `decision:${decisionId}`, mail)
    },
  },
]

function mailOf({ decision, reason, ...about }: Told, publicUrl: string): MailContent | null {
  switch (decision) {
    case 'approved':
      return approvedMail({ ...about, publicUrl })
    case 'rejected':
      return rejectedMail({ ...about, publicUrl, why: reason })
    case 'more-needed':
      return moreNeededMail({ ...about, publicUrl })
    case 'confirmed':
      return null
  }
}

async function send({ db, post }: Platform, userId: string, event: string, mail: MailContent): Promise<void> {
  const to = await findAddress(db, userId)
  if (to) await post.send({ event, to, ...(await renderMail(mail)) })
}
