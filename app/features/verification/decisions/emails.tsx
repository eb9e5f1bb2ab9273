import { Fragment } from 'react'
import { href } from 'react-router'
import type { BusinessVisibilityStatus } from '#app/features/businesses/model.ts'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLinks, MailText } from '#app/ui/mail.tsx'
import { verificationReviewTimeText } from '../model.ts'
import { verificationAppealPath, verificationRejectionReasonLabel } from '../rules.ts'

const reason = "You're getting this email because you asked Muster to verify your service."

interface DecisionMail {
  firstName: string
  publicUrl: string
}

/** After a reviewer has claimed a case. */
export function verificationInReviewMail({ firstName, publicUrl }: DecisionMail): MailContent {
  return {
    subject: 'Your verification is being reviewed',
    body: (
      <MailLayout
        title="Your verification is being reviewed"
        preview="A reviewer is looking at what you sent."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>Hello {firstName}, a reviewer is looking at what you sent. There is nothing you need to do.</MailText>
        <MailText>We will email you as soon as there is a decision.</MailText>
        <MailButton to={`${publicUrl}/dashboard`}>See its status</MailButton>
      </MailLayout>
    ),
  }
}

interface ApprovedMail extends DecisionMail {
  /** The member's business; null for none. */
  business: { name: string; slug: string; status: BusinessVisibilityStatus } | null
}

/** To a newly verified member: their page, their badge and how to share it, or what is missing until then. */
export function verificationApprovedMail({ firstName, publicUrl, business }: ApprovedMail): MailContent {
  return {
    subject: 'You are verified',
    body: (
      <MailLayout
        title="You are verified"
        preview="Your military service is verified."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>Hello {firstName}, your military service is verified.</MailText>
        <ApprovedBusiness business={business} publicUrl={publicUrl} />
      </MailLayout>
    ),
  }
}

function ApprovedBusiness({ business, publicUrl }: Pick<ApprovedMail, 'business' | 'publicUrl'>) {
  if (!business) {
    return (
      <>
        <MailText>List your business next, so that customers find it. It is free and takes 4 short steps.</MailText>
        <MailButton to={`${publicUrl}${href('/business-onboarding')}`}>List your business</MailButton>
      </>
    )
  }
  if (business.status !== 'listed' && business.status !== 'starting') {
    return (
      <>
        <MailText>{business.name} is hidden. Show it, and everyone finds it in the directory.</MailText>
        <MailButton to={`${publicUrl}${href('/my-business')}#visibility`}>Show your business</MailButton>
      </>
    )
  }
  const page = `${publicUrl}${href('/business/:slug', { slug: business.slug })}`
  return (
    <>
      <MailText>{business.name} is in the directory now, and says that we have checked you.</MailText>
      <MailButton to={page}>See your page</MailButton>
      <MailLinks
        links={[
          {
            to: `${publicUrl}${href('/my-business/badge')}`,
            label: 'Get your badge',
            text: 'For your website, your van and your window. Everyone can check it.',
          },
          { to: `${page}#share`, label: 'Share your page', text: 'By email, or on LinkedIn, Facebook and X.' },
        ]}
      />
    </>
  )
}

interface DecidedMail extends DecisionMail {
  /** What the reviewer wrote. */
  words: string | null
}

interface AppealableMail extends DecidedMail {
  appealEndsAt: Date
}

/** To a member whose verification was rejected: the reason, the reviewer's message and what to do. */
export function verificationRejectedMail(about: AppealableMail & { why: string | null }): MailContent {
  const { firstName, publicUrl, words, why, appealEndsAt } = about
  return {
    subject: 'We could not verify your service',
    body: (
      <MailLayout
        title="We could not verify your service"
        preview="Here is why, and what you can do."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, a reviewer has looked at what you sent and could not verify your service.
        </MailText>
        {verificationRejectionReasonLabel(why) && (
          <MailText>The reason: {verificationRejectionReasonLabel(why)}.</MailText>
        )}
        <ReviewersText>{words}</ReviewersText>
        <MailText>You can send something else and submit it again, as often as you need.</MailText>
        <MailButton to={`${publicUrl}/verification`}>Review and resubmit</MailButton>
        <MailText>
          If you think we are mistaken, you can appeal on the same page until {formatLongDate(appealEndsAt)}. Another
          reviewer then decides, and we keep the documents we hold until they have.
        </MailText>
      </MailLayout>
    ),
  }
}

/** To a member whose verification an admin has revoked: why, what follows, and how to appeal. */
export function verificationRevokedMail(about: AppealableMail & { holdsDocuments: boolean }): MailContent {
  const { firstName, publicUrl, words, appealEndsAt, holdsDocuments } = about
  return {
    subject: 'Your verification has been revoked',
    body: (
      <MailLayout
        title="Your verification has been revoked"
        preview={`Here is why. You can appeal until ${formatLongDate(appealEndsAt)}.`}
        reason={reason}
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, we have revoked your verification. If you have a business with us, it is no longer in the
          directory.
        </MailText>
        <MessageText intro="This is why:">{words}</MessageText>
        <MailText>
          If you think we are mistaken, you can appeal until {formatLongDate(appealEndsAt)}. Another reviewer decides
          the appeal, and we email you.{' '}
          {holdsDocuments
            ? 'We keep the documents we hold until they have.'
            : 'We have deleted your documents, as promised, so upload them again before you appeal.'}
        </MailText>
        <MailButton to={`${publicUrl}${verificationAppealPath}`}>Appeal this decision</MailButton>
        <MailText>You can also send something else and submit it again.</MailText>
      </MailLayout>
    ),
  }
}

/** To a member whose case an admin has reopened. */
export function verificationReopenedMail(about: DecidedMail & { holdsDocuments: boolean }): MailContent {
  const { firstName, publicUrl, words, holdsDocuments } = about
  return {
    subject: 'We are reviewing your verification again',
    body: (
      <MailLayout
        title="We are reviewing your verification again"
        preview="Another reviewer decides. There is nothing you need to do now."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, we have reopened your verification. Another reviewer decides it, which takes{' '}
          {verificationReviewTimeText}. Until then your business is not in the directory.
        </MailText>
        <MessageText intro="This is why:">{words}</MessageText>
        <MailText>
          {holdsDocuments
            ? 'There is nothing you need to do now. We keep the documents we hold until it is decided.'
            : 'There is nothing you need to do now. We have deleted your documents, as promised, so the reviewer will ask you for them again.'}
        </MailText>
        <MailButton to={`${publicUrl}/dashboard`}>See its status</MailButton>
      </MailLayout>
    ),
  }
}

/** To a member who has appealed. */
export function verificationAppealedMail({ firstName, publicUrl }: DecisionMail): MailContent {
  return {
    subject: 'We have your appeal',
    body: (
      <MailLayout
        title="We have your appeal"
        preview="Another reviewer decides it."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, we have your appeal. A different reviewer decides it, which takes{' '}
          {verificationReviewTimeText}. Only where there is no other reviewer does an admin decide it, and we record
          that.
        </MailText>
        <MailText>
          We keep the documents we hold until the appeal is decided. There is nothing you need to do now, and we email
          you when there is a decision.
        </MailText>
        <MailButton to={`${publicUrl}/dashboard`}>See its status</MailButton>
      </MailLayout>
    ),
  }
}

/** To a member who was asked for more evidence. */
export function moreEvidenceNeededMail({ firstName, publicUrl, words }: DecidedMail): MailContent {
  return {
    subject: 'We need a little more to verify you',
    body: (
      <MailLayout
        title="We need a little more to verify you"
        preview="A reviewer has asked for something more."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>Hello {firstName}, a reviewer has looked at what you sent and needs something more.</MailText>
        <ReviewersText>{words}</ReviewersText>
        <MailText>What you have sent so far is kept. Add what is missing, and submit it again.</MailText>
        <MailButton to={`${publicUrl}/verification`}>Add what is missing</MailButton>
      </MailLayout>
    ),
  }
}

/** The reviewer's message. */
function ReviewersText({ children }: { children: string | null }) {
  return <MessageText intro="The reviewer writes:">{children}</MessageText>
}

/** A message with its line breaks. */
function MessageText({ intro, children }: { intro: string; children: string | null }) {
  if (!children) return null
  return (
    <>
      <MailText>{intro}</MailText>
      <MailText>
        {children.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mail is written once
          <Fragment key={index}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </MailText>
    </>
  )
}
