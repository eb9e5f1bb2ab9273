import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate, formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

interface InvitationMail {
  businessName: string
  /** The owner's name; null if nothing of it can be shown to a stranger. */
  askedBy: string | null
  expiresAt: Date
  link: string
}

/** To whoever is invited to take a business on. */
export function ownershipTransferInvitationMail({
  businessName,
  askedBy,
  expiresAt,
  link,
}: InvitationMail): MailContent {
  const owner = askedBy ?? 'The owner'
  const title = 'You have been invited to take over a listing'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`${owner} wants to transfer ${businessName} to you.`}
        reason="You're getting this email because a member of Muster named you as the new owner of a listing."
        sender={siteDetails}
      >
        <MailText>
          {owner} wants to transfer the listing of {businessName} to you on Muster, the directory of verified
          veteran-owned businesses. The invitation says what that means. You can accept or ignore it. You need a free
          account with this email address.
        </MailText>
        <MailButton to={link}>Read the invitation</MailButton>
        <MailText>
          It is valid until {formatLongDate(expiresAt)}. Nothing changes until you accept on the page.
        </MailText>
        <MailText>If you were not expecting this, delete this email. Nothing will change.</MailText>
      </MailLayout>
    ),
  }
}

/** To the new owner of a business. */
export function transferredBusinessMailToNewOwner({
  businessName,
  publicUrl,
}: {
  businessName: string
  publicUrl: string
}): MailContent {
  return {
    subject: `${businessName} is yours`,
    body: (
      <MailLayout
        title="The listing is yours"
        preview="Add your contact details, and prove your service."
        reason={`You're getting this email because you are now the owner of the listing of ${businessName} on Muster.`}
        sender={siteDetails}
      >
        <MailText>
          You are now the owner of the listing of {businessName}. We have removed the former owner's email address,
          phone number and street address. Add your own, and check the rest.
        </MailText>
        <MailButton to={`${publicUrl}${href('/my-business')}#contact`}>Check the listing</MailButton>
        <MailText>
          The former owner's verification does not count for you. If we have not verified you yet, the listing returns
          to the directory once we have. See Verification for how to apply.
        </MailText>
      </MailLayout>
    ),
  }
}

/** To the former owner of a business. */
export function transferredBusinessMailToFormerOwner({
  businessName,
  handedOnAt,
}: {
  businessName: string
  handedOnAt: Date | null
}): MailContent {
  return {
    subject: `${businessName} has a new owner`,
    body: (
      <MailLayout
        title="Your listing has been transferred"
        preview={`${businessName} has a new owner on Muster.`}
        reason={`You're getting this email because you owned the listing of ${businessName} on Muster.`}
        sender={siteDetails}
      >
        <MailText>
          The person you invited accepted the listing of {businessName}
          {handedOnAt && ` on ${formatLongDateTime(handedOnAt)}, UK time`}. You can no longer change it. Your email
          address, phone number and street address are no longer on it.
        </MailText>
        <MailText>
          Any badges, stickers and certificates you have now lead to a page that says it is no longer verified. Take
          them down. Your account and your own verification have not changed.
        </MailText>
        <MailText>If you did not transfer it, change your password immediately and write to us.</MailText>
      </MailLayout>
    ),
  }
}
