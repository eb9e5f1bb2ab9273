import { siteDetails } from '#app/features/content/service.server.ts'
import type { JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { renderMail } from '#app/platform/.server/render-mail.ts'
import { enquiryMail } from './emails.tsx'
import { sendEnquiry } from './job-kinds.ts'
import { findEnquiry } from './queries.server.ts'

export const handlers: JobHandler<Platform>[] = [
  {
    name: sendEnquiry.name,
    handle: async ({ db, post, publicUrl }, told) => {
      const { id } = sendEnquiry.schema.parse(told)
      const enquiry = await findEnquiry(db, id)
      // Whoever sent it has left meanwhile, and it went with them.
      if (!enquiry) return
      await post.send({
        event: `enquiry:${id}`,
        to: siteDetails.mailboxes[enquiry.mailbox],
        replyTo: { name: enquiry.name, address: enquiry.email },
        ...(await renderMail(enquiryMail({ enquiry, publicUrl }))),
      })
    },
  },
]
