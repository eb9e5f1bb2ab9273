import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'
import { type AlertCause, alertCauseMessages } from './rules.ts'

/** To admins: what has failed for an hour. */
export function failureAlertMail({
  cause,
  since,
  publicUrl,
}: {
  cause: AlertCause
  since: Date
  publicUrl: string
}): MailContent {
  const { title, text } = alertCauseMessages[cause]
  return {
    subject: `Muster: ${title.toLowerCase()}`,
    body: (
      <MailLayout
        title={title}
        preview={text}
        reason="You're getting this email because you are an admin of Muster. It comes once a day at most for each cause."
        sender={siteDetails}
      >
        <MailText>{text}</MailText>
        {cause === 'codes' ? (
          <MailButton to={publicUrl + href('/admin/offers')}>Add codes</MailButton>
        ) : (
          <>
            <MailText>It began on {formatLongDateTime(since)}. The log says more, and so do the failed jobs.</MailText>
            <MailButton to={`${publicUrl}/admin/jobs`}>See the jobs</MailButton>
          </>
        )}
      </MailLayout>
    ),
  }
}
