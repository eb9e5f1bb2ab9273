import { z } from 'zod'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { listAdminIds } from '#app/features/profile/service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { causes } from './rules.ts'

/** To an admin: what has failed for an hour. */
export const sendAlert = defineMail({
  name: 'monitoring.send-alert',
  schema: z.object({ userId: z.uuid(), cause: z.enum(causes), since: z.iso.datetime() }),
  load: async ({ db }, { userId }) => ((await listAdminIds(db)).includes(userId) ? findEmail(db, userId) : null),
  key: (_, jobId) => `alert:${jobId}`,
  templates: () => import('./emails.tsx'),
  to: (email) => email,
  reader: 'owner',
  isUnsolicited: true,
  render: (templates, _, { cause, since }, { publicUrl }) =>
    templates.alertMail({ cause, since: new Date(since), publicUrl }),
})
