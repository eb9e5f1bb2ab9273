import { z } from 'zod'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { defineMail } from '#app/platform/.server/define-mail.ts'
import { reinstatedMail, suspendedMail } from './emails.tsx'
import { findMemberStatus } from './queries.server.ts'

/** After a suspension and after a reinstatement. */
export const sendSuspension = defineMail({
  name: 'profile.send-suspension',
  schema: z.object({ userId: z.uuid(), suspended: z.boolean(), changedAt: z.iso.datetime() }),
  load: async ({ db }, { userId }) => {
    const member = await findMemberStatus(db, userId)
    return member && { ...member, email: await findEmail(db, userId) }
  },
  key: (_, jobId) => `suspension:${jobId}`,
  to: ({ email }) => email,
  render: ({ firstName, suspensionReason }, { suspended, changedAt }, { publicUrl }) => {
    const change = { firstName, changedAt: new Date(changedAt), publicUrl }
    return suspended ? suspendedMail({ ...change, reason: suspensionReason }) : reinstatedMail(change)
  },
})
