import { findAddress } from '#app/features/account/personal-data-service.server.ts'
import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { renderMail } from '#app/platform/.server/render-mail.ts'
import { accountDeletedMail, exportReadyMail } from './emails.tsx'
import { carryOutExpiry, carryOutExport } from './export-service.server.ts'
import { expireExport, makeExport, sendAccountDeleted, sendExportReady } from './job-kinds.ts'
import { findExport } from './queries.server.ts'

export const handlers: JobHandler<Platform>[] = [
  { name: makeExport.name, handle: (platform, data) => carryOutExport(platform, makeExport.schema.parse(data)) },
  { name: expireExport.name, handle: (platform, data) => carryOutExpiry(platform, expireExport.schema.parse(data)) },
  {
    name: sendExportReady.name,
    handle: async ({ db, post, publicUrl }, data) => {
      const { exportId, userId } = sendExportReady.schema.parse(data)
      const ready = await findExport(db, userId, exportId)
      const to = await findAddress(db, userId)
      if (!to || !ready?.fileKey || !ready.expiresAt || ready.expiresAt < new Date()) return
      const content = exportReadyMail({ expiresAt: ready.expiresAt, publicUrl })
      await post.send({ event: `export-ready:${exportId}`, to, ...(await renderMail(content)) })
    },
  },
  {
    name: sendAccountDeleted.name,
    handle: async ({ post }, data, jobId) => {
      const { email, deletedAt } = sendAccountDeleted.schema.parse(data)
      const content = accountDeletedMail({ deletedAt: new Date(deletedAt) })
      await post.send({ event: `account-deleted:${jobId}`, to: email, ...(await renderMail(content)) })
    },
  },
]
