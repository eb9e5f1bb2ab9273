import { z } from 'zod'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { signedSentEnquiryPath } from './links.server.ts'
import { findEnquiryForMail, findEnquiryReminderOfOwner, findEnquiryRequestWithRecipients } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** To the owner of a business. A reply goes to the sender. */
export const sendEnquiryToOwnerMail = defineMail({
  name: 'leads.send',
  schema: z.object({ leadId: z.uuid() }),
  load: ({ db }, { leadId: enquiryId }) => findEnquiryForMail(db, enquiryId),
  key: ({ leadId: enquiryId }) => `lead:${enquiryId}`,
  templates,
  to: ({ to }) => to,
  reader: 'owner',
  replyTo: ({ name, email }) => ({ name, address: email }),
  isUnsolicited: true,
  render: (templates, enquiry, _, { publicUrl }) => templates.enquiryToOwnerMail({ enquiry, publicUrl }),
})

/** To the address that a sender typed, which may be a stranger's: nothing else that they typed is in it. */
export const sendEnquiryAddressConfirmationMail = defineMail({
  name: 'leads.send-confirmation',
  schema: z.object({ requestId: z.uuid() }),
  load: async ({ db }, { requestId }) => {
    const request = await findEnquiryRequestWithRecipients(db, requestId)
    return request?.confirmedAt ? null : request
  },
  key: ({ requestId }) => `lead-confirmation:${requestId}`,
  isAskedFor: true,
  templates,
  to: ({ email }) => email,
  reader: 'unconfirmed',
  isUnsolicited: true,
  render: (templates, { recipients }, { requestId }, { publicUrl, secret }) =>
    templates.enquiryAddressConfirmationMail({
      businesses: recipients.map(({ name }) => name),
      link: publicUrl + signedSentEnquiryPath(secret, requestId),
      publicUrl,
    }),
})

/** To a sender who has confirmed their address: what they sent, and what happens next. */
export const sendEnquiryCopyMail = defineMail({
  name: 'leads.send-copy',
  schema: z.object({ requestId: z.uuid() }),
  load: async ({ db }, { requestId }) => {
    const request = await findEnquiryRequestWithRecipients(db, requestId)
    return request?.confirmedAt ? request : null
  },
  key: ({ requestId }) => `lead-copy:${requestId}`,
  templates,
  to: ({ email }) => email,
  reader: 'confirmed',
  asIs: ['name', 'email', 'phone', 'needs', 'place', 'wantedBy'],
  render: (templates, request, { requestId }, { publicUrl, secret }) =>
    templates.enquiryCopyMail({ request, link: publicUrl + signedSentEnquiryPath(secret, requestId) }),
})

/** To an owner with enquiries that are still new after some days. */
export const sendEnquiryReminderMail = defineMail({
  name: 'leads.send-reminder',
  schema: z.object({ ownerId: z.uuid() }),
  load: ({ db }, { ownerId }) => findEnquiryReminderOfOwner(db, ownerId),
  key: (_, jobId) => `lead-reminder:${jobId}`,
  templates,
  to: ({ to, count }) => (count > 0 ? to : null),
  reader: 'owner',
  isUnsolicited: true,
  render: (templates, { count, businessName }, _, { publicUrl }) =>
    templates.enquiryReminderMail({ count, businessName, publicUrl }),
})
