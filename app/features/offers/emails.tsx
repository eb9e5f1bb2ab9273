import type { PartnerOffer } from '#app/features/content/schema.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

/** To a member who may have an offer of a partner: the link and the code. */
export function partnerCodeMail(about: { partner: string; offer: PartnerOffer; code: string }): MailContent {
  const { partner, offer, code } = about
  const title = `Your link and code for ${partner}`
  const [, , activate] = offer.process.steps
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`${offer.title}.`}
        reason={`You're getting this email because you are verified and your business is in the directory. We promise it on our page about ${partner}, and send it once.`}
        sender={siteDetails}
      >
        <MailText>{offer.title}.</MailText>
        <MailText>Your code: {code}</MailText>
        <MailText>{activate.text}</MailText>
        <MailButton to={offer.link}>Go to {partner}</MailButton>
        <MailText>
          The code is for you. Keep this email until you have used it. What {partner} provides is between you and{' '}
          {partner}, under its own terms.
        </MailText>
      </MailLayout>
    ),
  }
}
