import { Fragment } from 'react'
import { siteDetails } from '#app/features/content/service.server.ts'
import type { MailContent } from '#app/platform/.server/render-mail.ts'
import { MailButton, MailFrame, MailText } from '#app/ui/mail.tsx'
import { reasonLabels } from '../rules.ts'

const reason = "You're getting this email because you asked Muster to verify your service."

interface DecisionMail {
  firstName: string
  publicUrl: string
}

/** After a reviewer has claimed a case. */
export function inReviewMail({ firstName, publicUrl }: DecisionMail): MailContent {
  return {
    subject: 'Your verification is being reviewed',
    body: (
      <MailFrame
        title="Your verification is being reviewed"
        preview="A reviewer is looking at what you sent."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>Hello {firstName}, a reviewer is looking at what you sent. There is nothing you need to do.</MailText>
        <MailText>We will email you as soon as there is a decision.</MailText>
        <MailButton to={`${publicUrl}/dashboard`}>See its status</MailButton>
      </MailFrame>
    ),
  }
}

/** To a newly verified member. */
export function approvedMail({ firstName, publicUrl }: DecisionMail): MailContent {
  return {
    subject: 'You are verified',
    body: (
      <MailFrame
        title="You are verified"
        preview="Your military service is verified."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>Hello {firstName}, your military service is verified.</MailText>
        <MailText>
          If you have a business with us that is set to be shown, it's now live in the directory. If you have none yet,
          listing one is free.
        </MailText>
        <MailButton to={`${publicUrl}/dashboard`}>Go to your dashboard</MailButton>
      </MailFrame>
    ),
  }
}

interface DecidedMail extends DecisionMail {
  /** What the reviewer wrote. */
  words: string | null
}

/** To a member whose verification was rejected: the reason, the reviewer's message and what to do. */
export function rejectedMail({ firstName, publicUrl, words, why }: DecidedMail & { why: string | null }): MailContent {
  return {
    subject: 'We could not verify your service',
    body: (
      <MailFrame
        title="We could not verify your service"
        preview="Here is why, and what you can do."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>
          Hello {firstName}, a reviewer has looked at what you sent and could not verify your service.
        </MailText>
        {reasonLabels(why) && <MailText>The reason: {reasonLabels(why)}.</MailText>}
        <ReviewersText>{words}</ReviewersText>
        <MailText>You can send something else and submit it again, as often as you need.</MailText>
        <MailButton to={`${publicUrl}/verification`}>Review and resubmit</MailButton>
        <MailText>If you think we are mistaken, write to us.</MailText>
      </MailFrame>
    ),
  }
}

/** To a member who was asked for more evidence. */
export function moreNeededMail({ firstName, publicUrl, words }: DecidedMail): MailContent {
  return {
    subject: 'We need a little more to verify you',
    body: (
      <MailFrame
        title="We need a little more to verify you"
        preview="A reviewer has asked for something more."
        reason={reason}
        sender={siteDetails}
      >
        <MailText>Hello {firstName}, a reviewer has looked at what you sent and needs something more.</MailText>
        <ReviewersText>{words}</ReviewersText>
        <MailText>What you have sent so far is kept. Add what is missing, and submit it again.</MailText>
        <MailButton to={`${publicUrl}/verification`}>Add what is missing</MailButton>
      </MailFrame>
    ),
  }
}

/** The reviewer's message with its line breaks. */
function ReviewersText({ children }: { children: string | null }) {
  if (!children) return null
  return (
    <>
      <MailText>The reviewer writes:</MailText>
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
