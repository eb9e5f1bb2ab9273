import { z } from 'zod'
import { siteDetails } from '#app/features/content/service.server.ts'
import { defineMail } from '#app/platform/.server/define-mail.ts'
import { enquiryMail } from './emails.tsx'
import { findEnquiry } from './queries.server.ts'

/** To the team. Nothing is sent once the sender has deleted their account, and the enquiry with it. */
export const sendEnquiry = defineMail({
  name: 'enquiries.send',
  schema: z.object({ id: z.uuid() }),
  load: ({ db }, { id }) => findEnquiry(db, id),
  key: ({ id }) => `enquiry:${id}`,
  to: ({ mailbox }) => siteDetails.mailboxes[mailbox],
  replyTo: ({ name, email }) => ({ name, address: email }),
  render: (enquiry, _, { publicUrl }) => enquiryMail({ enquiry, publicUrl }),
})
