import { z } from 'zod'
import { siteDetails } from '#app/features/content/service.server.ts'
import { defineMail } from '#app/platform/.server/define-mail.ts'
import { findEnquiry } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** To the team. Nothing is sent once the sender has deleted their account, and the enquiry with it. */
export const sendEnquiry = defineMail({
  name: 'enquiries.send',
  schema: z.object({ id: z.uuid() }),
  load: ({ db }, { id }) => findEnquiry(db, id),
  key: ({ id }) => `enquiry:${id}`,
  // Nothing that was written to the team is lost because its mailbox was once away.
  isAskedFor: true,
  templates,
  to: ({ mailbox }) => siteDetails.mailboxes[mailbox],
  replyTo: ({ name, email }) => ({ name, address: email }),
  render: (templates, enquiry, _, { publicUrl }) => templates.enquiryMail({ enquiry, publicUrl }),
})
