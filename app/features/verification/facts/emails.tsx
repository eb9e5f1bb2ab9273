import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'
import { ownFactConfirmationsPath } from './rules.ts'

interface FactDecidedMail {
  businessName: string
  /** Of the fact. */
  label: string
  isConfirmed: boolean
  words: string | null
  publicUrl: string
}

/** To an owner, after a reviewer has decided about a fact. */
export function businessFactDecidedMail({
  businessName,
  label,
  isConfirmed,
  words,
  publicUrl,
}: FactDecidedMail): MailContent {
  const subject = isConfirmed ? `Confirmed: ${label}` : `Not confirmed: ${label}`
  return {
    subject,
    body: (
      <MailLayout
        title={subject}
        preview={isConfirmed ? 'Your page says so now.' : 'A reviewer could not confirm it.'}
        reason="You're getting this email because you asked Muster to confirm a fact about your business."
        sender={siteDetails}
      >
        {isConfirmed ? (
          <MailText>
            A reviewer has looked at this fact about {businessName}, and its page says now that it is confirmed. If you
            change the fact or the name of the business, ask again.
          </MailText>
        ) : (
          <>
            <MailText>A reviewer could not confirm this fact about {businessName}. They wrote:</MailText>
            <MailText>{words}</MailText>
            <MailText>Its page still says that you stated it. You can change it, and ask again.</MailText>
          </>
        )}
        <MailButton to={publicUrl + ownFactConfirmationsPath}>See your facts</MailButton>
      </MailLayout>
    ),
  }
}
