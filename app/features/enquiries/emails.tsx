import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLines, MailText } from '#app/ui/mail.tsx'
import { type EnquiryDetails, enquiryReminderDays } from './model.ts'
import { enquiryInboxPath, inboxEnquiryPath } from './rules.ts'

const present = (lines: (string | null)[]) => lines.filter((line): line is string => Boolean(line))

/** 'A', 'A and B', 'A, B and C'. */
const listed = (names: string[]) => new Intl.ListFormat('en-GB').format(names)

/** What was asked, where and by when. */
function Asked({ needs, place, wantedBy }: EnquiryDetails) {
  return (
    <>
      <MailLines lines={needs.split('\n')} />
      <MailLines lines={present([`Where: ${place}`, wantedBy && `By when: ${wantedBy}`])} />
    </>
  )
}

interface EnquiryMail {
  enquiry: EnquiryDetails & { id: string; businessName: string; isConfirmed: boolean }
  publicUrl: string
}

/** To an owner: an enquiry from the page of their business. */
export function enquiryToOwnerMail({ enquiry, publicUrl }: EnquiryMail): MailContent {
  const { id, businessName, isConfirmed, name, email, phone } = enquiry
  return {
    subject: `An enquiry for ${businessName}`,
    body: (
      <MailLayout
        title="You have an enquiry"
        preview={`Someone asks ${businessName} for a quote.`}
        reason={`You're getting this email because ${businessName} is listed at Muster with the button ‘Ask for a quote’. You can switch it off in your inbox.`}
        sender={siteDetails}
      >
        <Asked {...enquiry} />
        <MailLines lines={present([name, email, phone])} />
        <MailText>
          Reply to this email to write to them.
          {!isConfirmed && ' They have not confirmed their email address yet.'}
        </MailText>
        <MailText>Then mark it as answered.</MailText>
        <MailButton to={publicUrl + inboxEnquiryPath(id)}>Open the enquiry</MailButton>
      </MailLayout>
    ),
  }
}

interface ConfirmationMail {
  /** Names of the businesses. */
  businesses: string[]
  link: string
  publicUrl: string
}

/** To an address that was typed into an enquiry. It holds nothing that the sender typed. */
export function enquiryAddressConfirmationMail({ businesses, link, publicUrl }: ConfirmationMail): MailContent {
  return {
    subject: 'Confirm your enquiry',
    body: (
      <MailLayout
        title="Confirm your enquiry"
        preview="So that the business knows it is you."
        reason="You're getting this email because someone sent an enquiry at Muster with this address."
        sender={siteDetails}
      >
        <MailText>
          Someone sent an enquiry to {listed(businesses)} at Muster with this address. If this was you, open the page
          and confirm your email address.
        </MailText>
        <MailButton to={link}>Confirm your enquiry</MailButton>
        <MailText>
          If this was not you, you can delete it on the same page, or do nothing. If you have questions about Muster, go
          to {publicUrl}/contact.
        </MailText>
      </MailLayout>
    ),
  }
}

interface CopyMail {
  request: EnquiryDetails & { recipients: { name: string; forwardedAt: Date | null }[] }
  link: string
}

/** To a sender: their enquiry, and what happens next. */
export function enquiryCopyMail({ request, link }: CopyMail): MailContent {
  const businesses = request.recipients.filter(({ forwardedAt }) => forwardedAt).map(({ name }) => name)
  return {
    subject: 'Your enquiry',
    body: (
      <MailLayout
        title="Your enquiry"
        preview="A copy for you, and what happens next."
        reason="You're getting this email because you sent an enquiry at Muster and confirmed your address."
        sender={siteDetails}
      >
        {businesses.length > 0 ? (
          <MailText>
            We have passed this on to {listed(businesses)}. They reply to you directly, by email
            {request.phone ? ' or phone' : ''}. After {enquiryReminderDays} days without an answer we remind them.
          </MailText>
        ) : (
          <MailText>
            We did not pass this on, because the business left the directory before you confirmed your email address.
          </MailText>
        )}
        <Asked {...request} />
        <MailLines lines={present([request.name, request.email, request.phone])} />
        <MailText>See it again, save it or delete it:</MailText>
        <MailButton to={link}>See your enquiry</MailButton>
      </MailLayout>
    ),
  }
}

interface ReminderMail {
  count: number
  businessName: string
  publicUrl: string
}

/** To an owner: enquiries that nobody has answered yet. */
export function enquiryReminderMail({ count, businessName, publicUrl }: ReminderMail): MailContent {
  const title = count === 1 ? 'An enquiry is waiting' : `${count} enquiries are waiting`
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={`For ${businessName}.`}
        reason={`You're getting this email because an enquiry for ${businessName} has had no answer for ${enquiryReminderDays} days.`}
        sender={siteDetails}
      >
        <MailText>
          {count === 1 ? 'Somebody' : 'People'} asked {businessName} for a quote. If you have answered elsewhere, mark
          it as answered.
        </MailText>
        <MailButton to={publicUrl + enquiryInboxPath}>Open your inbox</MailButton>
      </MailLayout>
    ),
  }
}
