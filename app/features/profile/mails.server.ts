import { z } from 'zod'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { findMemberStatus } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** After a suspension and after a reinstatement. */
export const sendSuspension = defineMail({
  name: 'profile.send-suspension',
  schema: z.object({ userId: z.uuid(), suspended: z.boolean(), changedAt: z.iso.datetime() }),
  load: async ({ db }, { userId }) => {
    const member = await findMemberStatus(db, userId)
    return member && { ...member, email: await findEmail(db, userId) }
  },
  key: (_, jobId) => `suspension:${jobId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { firstName, suspensionReason }, { suspended, changedAt }, { publicUrl }) => {
    const change = { firstName, changedAt: new Date(changedAt), publicUrl }
    return suspended
      ? templates.suspendedMail({ ...change, reason: suspensionReason })
      : templates.reinstatedMail(change)
  },
})
