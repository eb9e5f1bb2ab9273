import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLines, MailText } from '#app/ui/mail.tsx'
import { type ContactSubmissionView, contactSubmissionKindLabels, dataProtectionComplaintAnswerDays } from './model.ts'
import { adminContactSubmissionPath } from './rules.ts'

/** To the team, about an enquiry. A reply goes to its sender. */
export function contactSubmissionMail({
  enquiry,
  publicUrl,
}: {
  enquiry: ContactSubmissionView
  publicUrl: string
}): MailContent {
  const { kind, id, name, email, organization, phone, about, message, dueAt } = enquiry
  const title = `${contactSubmissionKindLabels[kind]} from ${name}`
  return {
    subject: `${title} (${about})`,
    body: (
      <MailLayout
        title={title}
        preview={`${about}: ${message.slice(0, 100)}`}
        reason="You're getting this email because messages sent on the site come to this address."
        sender={siteDetails}
      >
        <MailText>{about}</MailText>
        <MailLines lines={message.split('\n')} />
        <MailLines lines={[name, organization, email, phone].filter((line): line is string => Boolean(line))} />
        <MailText>
          {dueAt
            ? `Answer it there by ${formatLongDate(dueAt)}. ${name} was told by email that we have it.`
            : `Reply to this email to write to ${name}. Then mark it as handled:`}
        </MailText>
        <MailButton to={`${publicUrl}${adminContactSubmissionPath(id)}`}>Open in Muster</MailButton>
      </MailLayout>
    ),
  }
}

const complaintReason = "You're getting this email because someone gave this address with a complaint to Muster."

/** To who complained about data protection, at once. */
export function dataProtectionComplaintReceivedMail({
  createdAt,
  dueAt,
  publicUrl,
}: {
  createdAt: Date
  dueAt: Date
  publicUrl: string
}): MailContent {
  const title = 'We have your complaint'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`We answer by ${formatLongDate(dueAt)}.`}
        reason={complaintReason}
        sender={siteDetails}
      >
        <MailText>
          We received your complaint about data protection on {formatLongDate(createdAt)}. We will look into it without
          undue delay and answer by email by {formatLongDate(dueAt)}, {dataProtectionComplaintAnswerDays} days after you
          sent it.
        </MailText>
        <MailText>
          You may also complain to the Information Commissioner’s Office at any time: ico.org.uk/make-a-complaint or
          0303 123 1113.
        </MailText>
        <MailButton to={`${publicUrl}${href('/privacy-policy')}`}>Read the privacy policy</MailButton>
        <MailText>If this was not you, delete this email.</MailText>
      </MailLayout>
    ),
  }
}

/** To who complained: the answer, as staff wrote it. */
export function dataProtectionComplaintAnswerMail({
  createdAt,
  answer,
}: {
  createdAt: Date
  answer: string
}): MailContent {
  const title = 'The answer to your complaint'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`You wrote to us on ${formatLongDate(createdAt)}.`}
        reason={complaintReason}
        sender={siteDetails}
      >
        <MailText>
          You complained to us about data protection on {formatLongDate(createdAt)}. This is our answer:
        </MailText>
        <MailLines lines={answer.split('\n')} />
        <MailText>
          If you are not satisfied with it, reply to this email, or complain to the Information Commissioner’s Office:
          ico.org.uk/make-a-complaint or 0303 123 1113.
        </MailText>
      </MailLayout>
    ),
  }
}
