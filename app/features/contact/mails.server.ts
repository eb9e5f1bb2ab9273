import { z } from 'zod'
import { siteDetails } from '#app/features/content/service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { findContactSubmission } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** To the team. Nothing is sent once the sender has deleted their account, and the enquiry with it. */
export const sendContactSubmissionMail = defineMail({
  name: 'enquiries.send',
  schema: z.object({ id: z.uuid() }),
  load: ({ db }, { id }) => findContactSubmission(db, id),
  key: ({ id }) => `enquiry:${id}`,
  // Nothing that was written to the team is lost because its mailbox was once away.
  isAskedFor: true,
  templates,
  to: ({ mailbox }) => siteDetails.mailboxes[mailbox],
  reader: 'owner',
  replyTo: ({ name, email }) => ({ name, address: email }),
  render: (templates, enquiry, _, { publicUrl }) => templates.contactSubmissionMail({ enquiry, publicUrl }),
})

/** To who complained about data protection, at once. It holds nothing that was typed, as anybody can type anybody's address. */
export const sendDataProtectionComplaintReceivedMail = defineMail({
  name: 'enquiries.send-complaint-received',
  schema: z.object({ id: z.uuid() }),
  load: ({ db }, { id }) => findContactSubmission(db, id),
  key: ({ id }) => `complaint-received:${id}`,
  // The law asks us to acknowledge it.
  isAskedFor: true,
  templates,
  to: ({ email }) => email,
  reader: 'unconfirmed',
  waitsForItsDay: true,
  render: (templates, { createdAt, dueAt }, _, { publicUrl }) =>
    templates.dataProtectionComplaintReceivedMail({ createdAt, dueAt: dueAt ?? createdAt, publicUrl }),
})

/** To who complained: the answer. */
export const sendDataProtectionComplaintAnswerMail = defineMail({
  name: 'enquiries.send-complaint-answer',
  schema: z.object({ id: z.uuid() }),
  load: async ({ db }, { id }) => {
    const complaint = await findContactSubmission(db, id)
    return complaint?.answer ? { ...complaint, answer: complaint.answer } : null
  },
  key: ({ id }) => `complaint-answer:${id}`,
  isAskedFor: true,
  templates,
  to: ({ email }) => email,
  reader: 'unconfirmed',
  asIs: ['answer'],
  waitsForItsDay: true,
  replyTo: ({ mailbox }) => ({ name: 'Muster', address: siteDetails.mailboxes[mailbox] }),
  render: (templates, { createdAt, answer }) => templates.dataProtectionComplaintAnswerMail({ createdAt, answer }),
})
