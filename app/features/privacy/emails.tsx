import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

/** To a member who asked for a copy of all their data. */
export function dataExportReadyMail({ expiresAt, publicUrl }: { expiresAt: Date; publicUrl: string }): MailContent {
  return {
    subject: 'Your data is ready',
    body: (
      <MailLayout
        title="Your data is ready"
        preview={`You can download it until ${formatLongDateTime(expiresAt)}, UK time.`}
        reason="You're getting this email because someone logged in to your Muster account asked for a copy of your data."
        sender={siteDetails}
      >
        <MailText>
          The copy of all your data is ready to download in your profile settings. It is deleted on{' '}
          {formatLongDateTime(expiresAt)}, UK time.
        </MailText>
        <MailButton to={`${publicUrl}/profile?tab=settings`}>Go to your settings</MailButton>
        <MailText>
          If this was not you, change your password: someone else is logged in to your account. Nobody can download the
          copy without logging in.
        </MailText>
      </MailLayout>
    ),
  }
}

/** To a former member; the last email they get. */
export function accountDeletedMail({ deletedAt }: { deletedAt: Date }): MailContent {
  return {
    subject: 'Your account is deleted',
    body: (
      <MailLayout
        title="Your account is deleted"
        preview="All your data was deleted with it."
        reason="You're getting this email because the Muster account with this address was deleted. It is the last email we will send you."
        sender={siteDetails}
      >
        <MailText>
          Your account was deleted on {formatLongDateTime(deletedAt)}, UK time, with all your data. We are sorry to see
          you go. You are welcome back at any time.
        </MailText>
        <MailText>
          If this was not you, write to us immediately. What was deleted cannot be restored, but we can find out what
          happened.
        </MailText>
      </MailLayout>
    ),
  }
}
