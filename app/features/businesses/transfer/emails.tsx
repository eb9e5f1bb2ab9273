import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate, formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailFrame, MailText } from '#app/ui/mail.tsx'

interface InvitationMail {
  businessName: string
  /** The owner's name; null if nothing of it can be shown to a stranger. */
  askedBy: string | null
  expiresAt: Date
  link: string
}

/** To whoever is invited to take a business on. */
export function invitationMail({ businessName, askedBy, expiresAt, link }: InvitationMail): MailContent {
  const owner = askedBy ?? 'The owner'
  const title = 'You are invited to take on a listing'
  return {
    subject: title,
    body: (
      <MailFrame
        title={title}
        preview={`${owner} wants you to take on ${businessName}.`}
        reason="You're getting this email because a member of Muster typed this address as that of a new owner."
        sender={siteDetails}
      >
        <MailText>
          {owner} wants you to take on the listing of {businessName} on Muster, the directory of verified veteran-owned
          businesses. The page says what that means, and you decide there. You need a free account with this address.
        </MailText>
        <MailButton to={link}>Read the invitation</MailButton>
        <MailText>
          It works until {formatLongDate(expiresAt)}. Opening it changes nothing until you press a button there.
        </MailText>
        <MailText>If you don't know what this is about, delete this email: nothing happens.</MailText>
      </MailFrame>
    ),
  }
}

/** To the new owner of a business. */
export function takenOnMail({ businessName, publicUrl }: { businessName: string; publicUrl: string }): MailContent {
  return {
    subject: `${businessName} is yours`,
    body: (
      <MailFrame
        title="The listing is yours"
        preview="Add your contact details, and prove your service."
        reason={`You're getting this email because you took on the listing of ${businessName} on Muster.`}
        sender={siteDetails}
      >
        <MailText>
          You are now the owner of the listing of {businessName}. We have taken the email address, phone number and
          street address of the former owner off it. Please add your own, and check the rest.
        </MailText>
        <MailButton to={`${publicUrl}${href('/my-business')}#contact`}>Check the listing</MailButton>
        <MailText>
          The verification of the former owner does not count for you. If we have not verified you yet, the listing is
          in the directory once we have. You find how under Verification.
        </MailText>
      </MailFrame>
    ),
  }
}

/** To the former owner of a business. */
export function handedOnMail({
  businessName,
  handedOnAt,
}: {
  businessName: string
  handedOnAt: Date | null
}): MailContent {
  return {
    subject: `${businessName} has a new owner`,
    body: (
      <MailFrame
        title="Your listing has been handed on"
        preview={`${businessName} has a new owner on Muster.`}
        reason={`You're getting this email because the listing of ${businessName} on Muster was yours.`}
        sender={siteDetails}
      >
        <MailText>
          The person you invited took on the listing of {businessName}
          {handedOnAt && ` on ${formatLongDateTime(handedOnAt)}, UK time`}. You can no longer change it. Your email
          address, phone number and street address are no longer on it.
        </MailText>
        <MailText>
          Its badges, stickers and certificates that you have now say that it is no longer verified. Please take them
          down. Your account and your own verification stay as they are.
        </MailText>
        <MailText>If you did not hand it on, change your password at once and write to us.</MailText>
      </MailFrame>
    ),
  }
}
