import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

const because = "You're getting this email because"
const notYou = 'If this was not you'

/** After a registration: the link that confirms the address. */
export function registrationConfirmationMail({ link, name }: { link: string; name: string | null }): MailContent {
  return {
    subject: 'Confirm your email address',
    body: (
      <MailLayout
        title="Confirm your email address"
        preview="One more step to finish setting up your account."
        reason={`${because} someone registered with this address at Muster.`}
        sender={siteDetails}
      >
        <MailText>
          Someone registered at Muster with this address{name && ` and the name ${name}`}. If this was you, open the
          page and confirm your email address.
        </MailText>
        <MailButton to={link}>Confirm your email address</MailButton>
        <MailText>The link works for 48 hours. Nothing changes until you confirm on the page.</MailText>
        <MailText>
          {notYou}, delete this email. Nobody can use an account with your address until it is confirmed. Do not confirm
          an account that someone else set up. If you want an account, or your business is listed with this address,
          open the page, select ‘This wasn't me’ and choose a new password. That deletes everything they typed.
        </MailText>
      </MailLayout>
    ),
  }
}

/** Once an address is confirmed. */
export function welcomeMail({ name, publicUrl }: { name: string; publicUrl: string }): MailContent {
  return {
    subject: 'Welcome to Muster',
    body: (
      <MailLayout
        title="Welcome to Muster"
        preview="Your email address is confirmed. Here is what to do next."
        reason={`${because} you confirmed this address at Muster.`}
        sender={siteDetails}
      >
        <MailText>
          Hello {name}, your email address is confirmed and your account is ready. Membership, verification and listing
          are free, and always will be.
        </MailText>
        <MailText>Your next steps are all on one page:</MailText>
        <MailButton to={`${publicUrl}/onboarding`}>See what to do next</MailButton>
        <MailText>{notYou}, write to us and we will delete the account.</MailText>
      </MailLayout>
    ),
  }
}

/** To a member whose address somebody registered again. */
export function alreadyMemberMail({ publicUrl }: { publicUrl: string }): MailContent {
  return {
    subject: 'You already have an account',
    body: (
      <MailLayout
        title="You already have an account"
        preview="Nothing has changed. You can log in as before."
        reason={`${because} someone registered with your address at Muster, where you are a member.`}
        sender={siteDetails}
      >
        <MailText>
          Someone tried to register with this address. You are already a member, so nothing has changed. Log in with
          your password as before, or choose a new one if you have forgotten it.
        </MailText>
        <MailButton to={`${publicUrl}/auth`}>Log in</MailButton>
        <MailText>{notYou}, you don't need to do anything. We did not tell them that you have an account.</MailText>
      </MailLayout>
    ),
  }
}
