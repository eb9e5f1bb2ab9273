import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'

interface SuspensionMail {
  firstName: string
  changedAt: Date
}

/** To a member who was suspended. */
export function memberSuspendedMail({
  firstName,
  changedAt,
  reason,
}: SuspensionMail & { reason: string | null }): MailContent {
  return {
    subject: 'Your account is suspended',
    body: (
      <MailLayout
        title="Your account is suspended"
        preview="You cannot log in, and your business is not shown."
        reason="You're getting this email because your Muster account was suspended."
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, your account was suspended on {formatLongDateTime(changedAt)}, UK time. You have been
          signed out and cannot log in, and your business is not shown in the directory. Nothing of yours has been
          deleted.
        </MailText>
        {reason && <MailText>The reason: {reason}</MailText>}
        <MailText>
          To ask {reason ? 'about it' : 'why'}, or if you think we are mistaken, write to {siteDetails.email}. A person
          reads it.
        </MailText>
      </MailLayout>
    ),
  }
}

/** To a member who was reinstated. */
export function memberReinstatedMail({
  firstName,
  changedAt,
  publicUrl,
}: SuspensionMail & { publicUrl: string }): MailContent {
  return {
    subject: 'Your account is active again',
    body: (
      <MailLayout
        title="Your account is active again"
        preview="You can log in as before."
        reason="You're getting this email because your Muster account is no longer suspended."
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, since {formatLongDateTime(changedAt)}, UK time, you can log in as before. Your business is
          shown again.
        </MailText>
        <MailButton to={`${publicUrl}/auth`}>Log in</MailButton>
      </MailLayout>
    ),
  }
}
