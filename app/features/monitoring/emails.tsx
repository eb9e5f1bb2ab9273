import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailFrame, MailText } from '#app/ui/mail.tsx'
import { type Cause, causeMessages } from './rules.ts'

/** To admins: what has failed for an hour. */
export function alertMail({ cause, since, publicUrl }: { cause: Cause; since: Date; publicUrl: string }): MailContent {
  const { title, text } = causeMessages[cause]
  return {
    subject: `Muster: ${title.toLowerCase()}`,
    body: (
      <MailFrame
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
      </MailFrame>
    ),
  }
}
