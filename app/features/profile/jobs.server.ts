import { findAddress } from '#app/features/account/personal-data-service.server.ts'
import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { renderMail } from '#app/platform/.server/render-mail.ts'
import { reinstatedMail, suspendedMail } from './emails.tsx'
import { sendSuspension } from './job-kinds.ts'
import { findMemberStanding } from './queries.server.ts'

export const handlers: JobHandler<Platform>[] = [
  {
    name: sendSuspension.name,
    handle: async ({ db, post, publicUrl }, told, jobId) => {
      const { userId, suspended, changedAt } = sendSuspension.schema.parse(told)
      const member = await findMemberStanding(db, userId)
      const to = member && (await findAddress(db, userId))
      if (!member || !to) return
      const about = { firstName: member.firstName, changedAt: new Date(changedAt), publicUrl }
      const mail = suspended ? suspendedMail({ ...about, reason: member.suspensionReason }) : reinstatedMail(about)
      await post.send({ event: `suspension:${jobId}`, to, ...(await renderMail(mail)) })
    },
  },
]
