import { z } from 'zod'
import { partnerOffers } from '#app/features/content/service.server.ts'
import { defineMail } from '#app/platform/.server/mail/define-mail.ts'
import { type OfferPartner, offerPartners } from './model.ts'
import { findPartnerCodeForMail, markPartnerCodeSent } from './queries.server.ts'
import { openSealedPartnerCode } from './seal.server.ts'

/** To a member, once for each partner: the link and the code. Not where they are not listed any more, or the offer has gone. */
export const sendPartnerCodeMail = defineMail({
  name: 'offers.send-code',
  schema: z.object({
    codeId: z.uuid(),
    partner: z.enum(Object.keys(offerPartners) as [OfferPartner, ...OfferPartner[]]),
  }),
  load: async ({ db, vault }, { codeId, partner }) => {
    const offer = partnerOffers[partner]
    const found = offer && (await findPartnerCodeForMail(db, codeId, partner, offer.for))
    return found && { offer, email: found.email, code: openSealedPartnerCode(vault, codeId, found.code) }
  },
  // A code is one member's, and a member has one code of a partner.
  key: ({ codeId }) => `offer:${codeId}`,
  templates: () => import('./emails.tsx'),
  to: ({ email }) => email,
  reader: 'owner',
  isUnsolicited: true,
  render: (templates, { offer, code }, { partner }) =>
    templates.partnerCodeMail({ partner: offerPartners[partner], offer, code }),
  onSent: ({ db }, { codeId }) => markPartnerCodeSent(db, codeId),
})
