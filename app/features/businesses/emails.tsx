import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

interface StreetAddress {
  name: string
  isShown: boolean
  publicUrl: string
}

/** To an owner, about whether the street address of their business is shown. */
export function streetAddressVisibilityMail({ name, isShown, publicUrl }: StreetAddress): MailContent {
  const title = isShown ? 'Your street address is shown on your page' : 'Your street address is now hidden'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`You can change this for ${name} at any time.`}
        reason={`You're getting this email because you own ${name} on Muster.`}
        sender={siteDetails}
      >
        <MailText>
          You can now choose whether everyone sees the street address of {name}. Until you do,{' '}
          {isShown
            ? 'it is shown, because your business is a company or a charity.'
            : 'it is hidden, because many sole traders and partners work from home.'}
        </MailText>
        <MailText>The town, county and postcode are still shown.</MailText>
        <MailButton to={`${publicUrl}${href('/my-business')}#address`}>Change it in My Business</MailButton>
      </MailLayout>
    ),
  }
}
