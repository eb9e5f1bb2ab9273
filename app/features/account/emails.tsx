import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

const because = "You're getting this email because"
const notYou = 'If this was not you'

/** To a member or an imported owner: the link to choose a new password. */
export function passwordResetMail({ link }: { link: string }): MailContent {
  return {
    subject: 'Choose a new password',
    body: (
      <MailLayout
        title="Choose a new password"
        preview="The link works once and for 1 hour."
        reason={`${because} someone asked for a new password for the Muster account with this address.`}
        sender={siteDetails}
      >
        <MailText>Follow this link to choose a new password. It works once and for 1 hour.</MailText>
        <MailButton to={link}>Choose a new password</MailButton>
        <MailText>A new password signs you out everywhere else.</MailText>
        <MailText>{notYou}, you don't need to do anything: your password stays as it is.</MailText>
      </MailLayout>
    ),
  }
}

/** After a password was changed, by its owner or by a reset. */
export function passwordChangedMail({ changedAt, publicUrl }: { changedAt: Date; publicUrl: string }): MailContent {
  return {
    subject: 'Your password was changed',
    body: (
      <MailLayout
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
        <MailText>{notYou}, choose a new password immediately, as if you had forgotten it, and write to us.</MailText>
        <MailButton to={`${publicUrl}/auth`}>Choose a new password</MailButton>
      </MailLayout>
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
    subject: 'New login to your account',
    body: (
      <MailLayout
        title="New login to your account"
        preview={`${device}, ${formatLongDateTime(signedInAt)}, UK time.`}
        reason={`${because} someone logged in to your Muster account from a browser we had not seen before.`}
        sender={siteDetails}
      >
        <MailText>Someone logged in to your account from a browser that we had not seen before:</MailText>
        <MailText>
          {device}
          <br />
          {formatLongDateTime(signedInAt)}, UK time
        </MailText>
        <MailText>If this was you, you don't need to do anything.</MailText>
        <MailText>{notYou}, change your password. That signs out every other browser.</MailText>
        <MailButton to={`${publicUrl}/profile?tab=security`}>Change your password</MailButton>
      </MailLayout>
    ),
  }
}

/** To a new sign-in address: the link that confirms it. */
export function emailChangeConfirmationMail({ link }: { link: string }): MailContent {
  return {
    subject: 'Confirm your new email address',
    body: (
      <MailLayout
        title="Confirm your new email address"
        preview="Until you do, you log in with the old one."
        reason={`${because} a member of Muster wants to log in with this address from now on.`}
        sender={siteDetails}
      >
        <MailText>
          Open this page and confirm there to log in with this address from now on. The link works once and for 24
          hours.
        </MailText>
        <MailButton to={link}>Confirm your new email address</MailButton>
        <MailText>Until then you log in with the old one.</MailText>
        <MailText>
          {notYou}, you don't need to do anything: nothing changes until it is confirmed with the account's password.
        </MailText>
      </MailLayout>
    ),
  }
}

/** To the old sign-in address after a change. */
export function emailChangedMail({ changedAt }: { changedAt: Date }): MailContent {
  return {
    subject: 'Your login email was changed',
    body: (
      <MailLayout
        title="Your login email was changed"
        preview={`On ${formatLongDateTime(changedAt)}, UK time.`}
        reason={`${because} you logged in to a Muster account with this address until now.`}
        sender={siteDetails}
      >
        <MailText>
          The email address you log in with was changed on {formatLongDateTime(changedAt)}, UK time. You can no longer
          log in with this one.
        </MailText>
        <MailText>If this was you, you don't need to do anything.</MailText>
        <MailText>{notYou}, write to us immediately. We can help you get back into your account.</MailText>
      </MailLayout>
    ),
  }
}

/** To a member whose lost authenticator app was removed. */
export function twoFactorRemovedMail({ changedAt, publicUrl }: { changedAt: Date; publicUrl: string }): MailContent {
  return {
    subject: 'Two-factor authentication was removed',
    body: (
      <MailLayout
        title="Two-factor authentication was removed"
        preview={`On ${formatLongDateTime(changedAt)}, UK time.`}
        reason={`${because} two-factor authentication was removed from your Muster account.`}
        sender={siteDetails}
      >
        <MailText>
          We removed the authenticator app and the recovery codes from your account on {formatLongDateTime(changedAt)},
          UK time. You log in with your password alone until you set it up again.
        </MailText>
        <MailText>If you asked us for this, log in and set it up with your new phone:</MailText>
        <MailButton to={`${publicUrl}/profile?tab=security`}>Set up two-factor authentication</MailButton>
        <MailText>If you did not ask for this, change your password immediately and write to us.</MailText>
      </MailLayout>
    ),
  }
}
