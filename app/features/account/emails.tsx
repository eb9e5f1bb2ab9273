import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailFrame, MailText } from '#app/ui/mail.tsx'

const because = "You're getting this email because"
const notYou = 'If this was not you'

/** After a registration: the link that confirms the address. */
export function registrationConfirmationMail({ link, name }: { link: string; name: string | null }): MailContent {
  return {
    subject: 'Confirm your address',
    body: (
      <MailFrame
        title="Confirm your address"
        preview="One more step and your account is yours."
        reason={`${because} somebody registered with this address at Muster.`}
        sender={siteDetails}
      >
        <MailText>
          Somebody registered at Muster with this address{name && ` and the name ${name}`}. If this was you, open the
          page and confirm that the address is yours.
        </MailText>
        <MailButton to={link}>Confirm your address</MailButton>
        <MailText>
          The link works for 48 hours after the registration. Opening it changes nothing until you press a button there.
        </MailText>
        <MailText>
          {notYou}, delete this email and do nothing more: nobody can use an account with your address until it is
          confirmed. Do not confirm what somebody else typed. If you want an account, or your business is listed with
          this address, open the page and choose a password of your own: that drops everything they typed.
        </MailText>
      </MailFrame>
    ),
  }
}

/** To a member or an imported owner: the link to choose a new password. */
export function passwordResetMail({ link }: { link: string }): MailContent {
  return {
    subject: 'Choose a new password',
    body: (
      <MailFrame
        title="Choose a new password"
        preview="The link works once and for one hour."
        reason={`${because} somebody asked for a new password for the Muster account with this address.`}
        sender={siteDetails}
      >
        <MailText>Follow this link to choose a new password. It works once and for one hour.</MailText>
        <MailButton to={link}>Choose a new password</MailButton>
        <MailText>A new password signs you out everywhere else.</MailText>
        <MailText>{notYou}, you don't need to do anything: your password stays as it is.</MailText>
      </MailFrame>
    ),
  }
}

/** After a password was changed, by its owner or by a reset. */
export function passwordChangedMail({ changedAt, publicUrl }: { changedAt: Date; publicUrl: string }): MailContent {
  return {
    subject: 'Your password was changed',
    body: (
      <MailFrame
        title="Your password was changed"
        preview={`On ${formatLongDateTime(changedAt)}, UK time.`}
        reason={`${because} the password of your Muster account was changed.`}
        sender={siteDetails}
      >
        <MailText>
          The password of your account was changed on {formatLongDateTime(changedAt)}, UK time. Other browsers have been
          signed out.
        </MailText>
        <MailText>If this was you, you don't need to do anything.</MailText>
        <MailText>{notYou}, choose a new password at once, as if you had forgotten it, and write to us.</MailText>
        <MailButton to={`${publicUrl}/auth`}>Choose a new password</MailButton>
      </MailFrame>
    ),
  }
}

/** After a sign-in from a browser that had not signed in to the account before. */
export function newSignInMail({
  device,
  signedInAt,
  publicUrl,
}: {
  device: string
  signedInAt: Date
  publicUrl: string
}): MailContent {
  return {
    subject: 'New sign-in to your account',
    body: (
      <MailFrame
        title="New sign-in to your account"
        preview={`${device}, ${formatLongDateTime(signedInAt)}, UK time.`}
        reason={`${because} your Muster account was signed in to from a browser we had not seen before.`}
        sender={siteDetails}
      >
        <MailText>Your account was signed in to from a browser that we had not seen before:</MailText>
        <MailText>
          {device}
          <br />
          {formatLongDateTime(signedInAt)}, UK time
        </MailText>
        <MailText>If this was you, you don't need to do anything.</MailText>
        <MailText>{notYou}, change your password. That signs out every other browser.</MailText>
        <MailButton to={`${publicUrl}/profile?tab=security`}>Change your password</MailButton>
      </MailFrame>
    ),
  }
}

/** Once an address is confirmed. */
export function welcomeMail({ name, publicUrl }: { name: string; publicUrl: string }): MailContent {
  return {
    subject: 'Welcome to Muster',
    body: (
      <MailFrame
        title="Welcome to Muster"
        preview="Your address is confirmed. Here is what comes next."
        reason={`${because} you confirmed this address at Muster.`}
        sender={siteDetails}
      >
        <MailText>
          Hello {name}, your address is confirmed and your account is ready. Membership, verification and listing are
          free, and always will be.
        </MailText>
        <MailText>One page shows what to do next, in order:</MailText>
        <MailButton to={`${publicUrl}/onboarding`}>See what comes next</MailButton>
        <MailText>{notYou}, write to us and we will delete the account.</MailText>
      </MailFrame>
    ),
  }
}

/** To a member whose address somebody registered again. */
export function alreadyMemberMail({ publicUrl }: { publicUrl: string }): MailContent {
  return {
    subject: 'You already have an account',
    body: (
      <MailFrame
        title="You already have an account"
        preview="Nothing has changed. You can log in as before."
        reason={`${because} somebody registered with your address at Muster, where you are a member.`}
        sender={siteDetails}
      >
        <MailText>
          Somebody tried to register with this address. You are a member already, so nothing has changed: you can log in
          with your password as before, or choose a new one there if you have forgotten it.
        </MailText>
        <MailButton to={`${publicUrl}/auth`}>Log in</MailButton>
        <MailText>
          {notYou}, you don't need to do anything. Whoever it was has not learnt that you have an account.
        </MailText>
      </MailFrame>
    ),
  }
}

/** To a new sign-in address: the link that confirms it. */
export function emailChangeMail({ link }: { link: string }): MailContent {
  return {
    subject: 'Confirm your new address',
    body: (
      <MailFrame
        title="Confirm your new address"
        preview="Until you do, you log in with the old one."
        reason={`${because} a member of Muster wants to log in with this address from now on.`}
        sender={siteDetails}
      >
        <MailText>
          Open this page and confirm there to log in with this address from now on. The link works once and for 24
          hours.
        </MailText>
        <MailButton to={link}>Confirm your new address</MailButton>
        <MailText>Until then you log in with the old one.</MailText>
        <MailText>
          {notYou}, you don't need to do anything: nothing changes until it is confirmed with the account's password.
        </MailText>
      </MailFrame>
    ),
  }
}

/** To the old sign-in address after a change. */
export function emailChangedMail({ changedAt }: { changedAt: Date }): MailContent {
  return {
    subject: 'Your sign-in address was changed',
    body: (
      <MailFrame
        title="Your sign-in address was changed"
        preview={`On ${formatLongDateTime(changedAt)}, UK time.`}
        reason={`${because} this was the sign-in address of a Muster account until now.`}
        sender={siteDetails}
      >
        <MailText>
          Since {formatLongDateTime(changedAt)}, UK time, your account is signed in to with another address, and no
          longer with this one.
        </MailText>
        <MailText>If this was you, you don't need to do anything.</MailText>
        <MailText>
          {notYou}, write to us at once. Your old address cannot open the account any more, but we can help.
        </MailText>
      </MailFrame>
    ),
  }
}

/** To a member whose lost authenticator app was removed. */
export function twoFactorRemovedMail({ changedAt, publicUrl }: { changedAt: Date; publicUrl: string }): MailContent {
  return {
    subject: 'Two-factor sign-in was removed',
    body: (
      <MailFrame
        title="Two-factor sign-in was removed"
        preview={`On ${formatLongDateTime(changedAt)}, UK time.`}
        reason={`${because} two-factor sign-in was removed from your Muster account.`}
        sender={siteDetails}
      >
        <MailText>
          We removed the authenticator app and the recovery codes from your account on {formatLongDateTime(changedAt)},
          UK time. Your password alone logs you in until you set up two-factor sign-in again.
        </MailText>
        <MailText>If you asked us for this, log in and set it up with your new phone:</MailText>
        <MailButton to={`${publicUrl}/profile?tab=security`}>Set up two-factor sign-in</MailButton>
        <MailText>If you did not ask for this, change your password at once and write to us.</MailText>
      </MailFrame>
    ),
  }
}
