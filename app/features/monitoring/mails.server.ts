import { z } from 'zod'
import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { listActiveAdminIds } from '#app/features/profile/service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { alertCauses } from './rules.ts'

/** To an admin: what has failed for an hour. */
export const sendFailureAlertMail = defineMail({
  name: 'monitoring.send-alert',
  schema: z.object({ userId: z.uuid(), cause: z.enum(alertCauses), since: z.iso.datetime() }),
  load: async ({ db }, { userId }) =>
    (await listActiveAdminIds(db)).includes(userId) ? findSignInEmailOfMember(db, userId) : null,
  key: (_, jobId) => `alert:${jobId}`,
  templates: () => import('./emails.tsx'),
  to: (email) => email,
  reader: 'owner',
  isUnsolicited: true,
  render: (templates, _, { cause, since }, { publicUrl }) =>
    templates.failureAlertMail({ cause, since: new Date(since), publicUrl }),
})
