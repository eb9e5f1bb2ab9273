import { z } from 'zod'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { nameForMail } from '#app/features/account/rules.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { findAddressOfOwner } from './queries.server.ts'
import { transferPath } from './transfer/links.server.ts'
import { findTransfer } from './transfer/queries.server.ts'

const templates = () => import('./emails.tsx')
const transferTemplates = () => import('./transfer/emails.tsx')

/** To an owner whose business had a street address before they could choose whether it is shown. */
export const tellAboutStreetAddress = defineMail({
  name: 'businesses.tell-about-street-address',
  schema: z.object({ businessId: z.uuid() }),
  load: ({ db }, { businessId }) => findAddressOfOwner(db, businessId),
  key: ({ businessId }) => `street-address:${businessId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, subject, _, { publicUrl }) => templates.streetAddressMail({ ...subject, publicUrl }),
})

const transferSchema = z.object({ handoverId: z.uuid() })

/** To whoever is invited to take a business on. Not sent once the invitation has ended. */
export const sendTransferInvitation = defineMail({
  name: 'businesses.send-handover-invitation',
  schema: transferSchema,
  load: async ({ db }, { handoverId: transferId }) => {
    const transfer = await findTransfer(db, transferId)
    return transfer?.isOpen ? transfer : null
  },
  key: ({ handoverId: transferId }) => `handover-invitation:${transferId}`,
  templates: transferTemplates,
  to: ({ invitedEmail }) => invitedEmail,
  reader: 'unconfirmed',
  render: (templates, { id, businessName, askedByName, expiresAt }, _, { publicUrl, secret }) =>
    templates.invitationMail({
      businessName,
      askedBy: nameForMail(askedByName),
      expiresAt,
      link: `${publicUrl}${transferPath(secret, id)}`,
    }),
})

/** To the new owner of a business. */
export const sendTakenOn = defineMail({
  name: 'businesses.send-taken-on',
  schema: transferSchema,
  load: async ({ db }, { handoverId: transferId }) => {
    const transfer = await findTransfer(db, transferId)
    const email = transfer?.acceptedBy && (await findEmail(db, transfer.acceptedBy))
    return email ? { businessName: transfer.businessName, email } : null
  },
  key: ({ handoverId: transferId }) => `taken-on:${transferId}`,
  templates: transferTemplates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { businessName }, _, { publicUrl }) => templates.takenOnMail({ businessName, publicUrl }),
})

/** To the former owner of a business. */
export const sendHandedOn = defineMail({
  name: 'businesses.send-handed-on',
  schema: transferSchema,
  load: async ({ db }, { handoverId: transferId }) => {
    const transfer = await findTransfer(db, transferId)
    return transfer?.acceptedBy ? transfer : null
  },
  key: ({ handoverId: transferId }) => `handed-on:${transferId}`,
  templates: transferTemplates,
  to: ({ askedByEmail }) => askedByEmail,
  reader: 'owner',
  render: (templates, { businessName, endedAt }) => templates.handedOnMail({ businessName, handedOnAt: endedAt }),
})
