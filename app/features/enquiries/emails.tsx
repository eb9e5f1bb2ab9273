import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/render-mail.ts'
import { MailButton, MailFrame, MailLines, MailText } from '#app/ui/mail.tsx'
import { enquiryPath } from './rules.ts'
import { type EnquiryView, enquiryKinds } from './schema.ts'

/** To the team, about an enquiry. A reply goes to its sender. */
export function enquiryMail({ enquiry, publicUrl }: { enquiry: EnquiryView; publicUrl: string }): MailContent {
  const { kind, id, name, email, organization, phone, about, message } = enquiry
  const title = `${enquiryKinds[kind]} from ${name}`
  return {
    subject: `${title} (${about})`,
    body: (
      <MailFrame
        title={title}
        preview={`${about}: ${message.slice(0, 100)}`}
        reason="You're getting this email because this is where messages sent on the site go to."
        sender={siteDetails}
      >
        <MailText>{about}</MailText>
        <MailLines lines={message.split('\n')} />
        <MailLines lines={[name, organization, email, phone].filter((line): line is string => Boolean(line))} />
        <MailText>Reply to this email to write to {name}. Then mark it as handled:</MailText>
        <MailButton to={`${publicUrl}${enquiryPath(id)}`}>Open in Muster</MailButton>
      </MailFrame>
    ),
  }
}
