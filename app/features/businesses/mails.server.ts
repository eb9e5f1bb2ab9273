import { z } from 'zod'
import { defineMail } from '#app/platform/.server/define-mail.ts'
import { findAddressOfOwner } from './queries.server.ts'

const templates = () => import('./emails.tsx')

/** To an owner whose business had a street address before they could choose whether it is shown. */
export const tellAboutStreetAddress = defineMail({
  name: 'businesses.tell-about-street-address',
  schema: z.object({ businessId: z.uuid() }),
  load: ({ db }, { businessId }) => findAddressOfOwner(db, businessId),
  key: ({ businessId }) => `street-address:${businessId}`,
  templates,
  to: ({ email }) => email,
  render: (templates, subject, _, { publicUrl }) => templates.streetAddressMail({ ...subject, publicUrl }),
})
