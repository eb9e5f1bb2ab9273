import { z } from 'zod'
import { findEmail } from '#app/features/account/personal-data-service.server.ts'
import { nameForMail } from '#app/features/account/rules.ts'
import { defineMail } from '#app/platform/.server/define-mail.ts'
import { handoverPath } from './handover/links.server.ts'
import { findHandover } from './handover/queries.server.ts'
import { findAddressOfOwner } from './queries.server.ts'

const templates = () => import('./emails.tsx')
const handoverTemplates = () => import('./handover/emails.tsx')

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

const handoverSchema = z.object({ handoverId: z.uuid() })

/** To whoever is invited to take a business on. Not sent once the invitation has ended. */
export const sendHandoverInvitation = defineMail({
  name: 'businesses.send-handover-invitation',
  schema: handoverSchema,
  load: async ({ db }, { handoverId }) => {
    const handover = await findHandover(db, handoverId)
    return handover?.isOpen ? handover : null
  },
  key: ({ handoverId }) => `handover-invitation:${handoverId}`,
  templates: handoverTemplates,
  to: ({ invitedEmail }) => invitedEmail,
  reader: 'unconfirmed',
  render: (templates, { id, businessName, askedByName, expiresAt }, _, { publicUrl, secret }) =>
    templates.invitationMail({
      businessName,
      askedBy: nameForMail(askedByName),
      expiresAt,
      link: `${publicUrl}${handoverPath(secret, id)}`,
    }),
})

/** To the new owner of a business. */
export const sendTakenOn = defineMail({
  name: 'businesses.send-taken-on',
  schema: handoverSchema,
  load: async ({ db }, { handoverId }) => {
    const handover = await findHandover(db, handoverId)
    const email = handover?.acceptedBy && (await findEmail(db, handover.acceptedBy))
    return email ? { businessName: handover.businessName, email } : null
  },
  key: ({ handoverId }) => `taken-on:${handoverId}`,
  templates: handoverTemplates,
  to: ({ email }) => email,
  reader: 'owner',
  render: (templates, { businessName }, _, { publicUrl }) => templates.takenOnMail({ businessName, publicUrl }),
})

/** To the former owner of a business. */
export const sendHandedOn = defineMail({
  name: 'businesses.send-handed-on',
  schema: handoverSchema,
  load: async ({ db }, { handoverId }) => {
    const handover = await findHandover(db, handoverId)
    return handover?.acceptedBy ? handover : null
  },
  key: ({ handoverId }) => `handed-on:${handoverId}`,
  templates: handoverTemplates,
  to: ({ askedByEmail }) => askedByEmail,
  reader: 'owner',
  render: (templates, { businessName, endedAt }) => templates.handedOnMail({ businessName, handedOnAt: endedAt }),
})
