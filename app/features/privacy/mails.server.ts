import { z } from 'zod'
import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { findDataExportOfMember } from './queries.server.ts'

const templates = () => import('./emails.tsx')

export const sendDataExportReadyMail = defineMail({
  name: 'privacy.send-export-ready',
  schema: z.object({ exportId: z.uuid(), userId: z.uuid() }),
  load: async ({ db }, { exportId, userId }) => {
    const found = await findDataExportOfMember(db, userId, exportId)
    if (!found?.fileKey || !found.expiresAt || found.expiresAt < new Date()) return null
    return { expiresAt: found.expiresAt, email: await findSignInEmailOfMember(db, userId) }
  },
  key: ({ exportId }) => `export-ready:${exportId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { expiresAt }, _, { publicUrl }) => templates.dataExportReadyMail({ expiresAt, publicUrl }),
})

/** To an address that is no longer stored anywhere else. */
export const sendAccountDeletedMail = defineMail({
  name: 'privacy.send-account-deleted',
  schema: z.object({ email: z.string(), deletedAt: z.iso.datetime() }),
  load: async (_, data) => data,
  key: (_, jobId) => `account-deleted:${jobId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { deletedAt }) => templates.accountDeletedMail({ deletedAt: new Date(deletedAt) }),
})
