import { z } from 'zod'
import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { findMemberForSuspension } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** After a suspension and after a reinstatement. */
export const sendMemberSuspensionChangeMail = defineMail({
  name: 'profile.send-suspension',
  schema: z.object({ userId: z.uuid(), suspended: z.boolean(), changedAt: z.iso.datetime() }),
  load: async ({ db }, { userId }) => {
    const member = await findMemberForSuspension(db, userId)
    return member && { ...member, email: await findSignInEmailOfMember(db, userId) }
  },
  key: (_, jobId) => `suspension:${jobId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { firstName, suspensionReason }, { suspended, changedAt }, { publicUrl }) => {
    const change = { firstName, changedAt: new Date(changedAt), publicUrl }
    return suspended
      ? templates.memberSuspendedMail({ ...change, reason: suspensionReason })
      : templates.memberReinstatedMail(change)
  },
})
