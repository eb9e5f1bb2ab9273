import { z } from 'zod'
import { findSignInEmailOfMember } from '#app/features/account/personal-data-service.server.ts'
import { cleanNameForMail } from '#app/features/account/rules.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { findStreetAddressVisibilityMailData } from './queries.server.ts'
import { signedOwnershipInvitationPath } from './transfer/links.server.ts'
import { findOwnershipTransfer } from './transfer/queries.server.ts'

const templates = () => import('./emails.tsx')
const transferTemplates = () => import('./transfer/emails.tsx')

/** To an owner whose business had a street address before they could choose whether it is shown. */
export const sendStreetAddressVisibilityMail = defineMail({
  name: 'businesses.tell-about-street-address',
  schema: z.object({ businessId: z.uuid() }),
  load: ({ db }, { businessId }) => findStreetAddressVisibilityMailData(db, businessId),
  key: ({ businessId }) => `street-address:${businessId}`,
  templates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, subject, _, { publicUrl }) => templates.streetAddressVisibilityMail({ ...subject, publicUrl }),
})

const transferSchema = z.object({ handoverId: z.uuid() })

/** To whoever is invited to take a business on. Not sent once the invitation has ended. */
export const sendOwnershipTransferInvitationMail = defineMail({
  name: 'businesses.send-handover-invitation',
  schema: transferSchema,
  load: async ({ db }, { handoverId: transferId }) => {
    const transfer = await findOwnershipTransfer(db, transferId)
    return transfer?.isOpen ? transfer : null
  },
  key: ({ handoverId: transferId }) => `handover-invitation:${transferId}`,
  templates: transferTemplates,
  to: ({ invitedEmail }) => invitedEmail,
  reader: 'unconfirmed',
  render: (templates, { id, businessName, askedByName, expiresAt }, _, { publicUrl, secret }) =>
    templates.ownershipTransferInvitationMail({
      businessName,
      askedBy: cleanNameForMail(askedByName),
      expiresAt,
      link: `${publicUrl}${signedOwnershipInvitationPath(secret, id)}`,
    }),
})

/** To the new owner of a business. */
export const sendTransferredBusinessMailToNewOwner = defineMail({
  name: 'businesses.send-taken-on',
  schema: transferSchema,
  load: async ({ db }, { handoverId: transferId }) => {
    const transfer = await findOwnershipTransfer(db, transferId)
    const email = transfer?.acceptedBy && (await findSignInEmailOfMember(db, transfer.acceptedBy))
    return email ? { businessName: transfer.businessName, email } : null
  },
  key: ({ handoverId: transferId }) => `taken-on:${transferId}`,
  templates: transferTemplates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { businessName }, _, { publicUrl }) =>
    templates.transferredBusinessMailToNewOwner({ businessName, publicUrl }),
})

/** To the former owner of a business. */
export const sendTransferredBusinessMailToFormerOwner = defineMail({
  name: 'businesses.send-handed-on',
  schema: transferSchema,
  load: async ({ db }, { handoverId: transferId }) => {
    const transfer = await findOwnershipTransfer(db, transferId)
    return transfer?.acceptedBy ? transfer : null
  },
  key: ({ handoverId: transferId }) => `handed-on:${transferId}`,
  templates: transferTemplates,
  to: ({ askedByEmail }) => askedByEmail,
  reader: 'owner',
  render: (templates, { businessName, endedAt }) =>
    templates.transferredBusinessMailToFormerOwner({ businessName, handedOnAt: endedAt }),
})
