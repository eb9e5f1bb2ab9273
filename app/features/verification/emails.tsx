import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate, formatLongDateTime } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { formatPersonalDataCount } from '#app/platform/.server/personal-data.ts'
import { MailButton, MailLayout, MailText } from '#app/ui/mail.tsx'
import { verificationReviewTimeText } from './model.ts'
import { verificationDecisionDueAt, verificationStepPath, verificationWizardPath } from './rules.ts'

const because = "You're getting this email because"

/** After a submission. */
export function verificationSubmittedMail({
  submittedAt,
  publicUrl,
}: {
  submittedAt: Date
  publicUrl: string
}): MailContent {
  return {
    subject: 'We have your verification',
    body: (
      <MailLayout
        title="We have your verification"
        preview={`A reviewer reads it within ${verificationReviewTimeText.replace('up to ', '')}.`}
        reason={`${because} your verification was sent from your Muster account.`}
        sender={siteDetails}
      >
        <MailText>
          Thank you. We received your verification on {formatLongDate(submittedAt)}. A reviewer reads it in private.
          This takes {verificationReviewTimeText}, so until {formatLongDate(verificationDecisionDueAt(submittedAt))} at
          the latest. We will email you when it is decided, or if we need more.
        </MailText>
        <MailButton to={`${publicUrl}${verificationWizardPath}`}>See what you sent</MailButton>
        <MailText>You can withdraw it there at any time. Your documents are then deleted at once.</MailText>
      </MailLayout>
    ),
  }
}

/** After a withdrawal. */
export function verificationWithdrawnMail(about: {
  withdrawnAt: Date
  documents: number
  publicUrl: string
}): MailContent {
  const { withdrawnAt, documents, publicUrl } = about
  return {
    subject: 'Your verification is withdrawn',
    body: (
      <MailLayout
        title="Your verification is withdrawn"
        preview="What you told us about your service is deleted."
        reason={`${because} the verification of your Muster account was withdrawn.`}
        sender={siteDetails}
      >
        <MailText>
          On {formatLongDateTime(withdrawnAt)}, UK time, your verification was withdrawn. What you told us about your
          service is deleted{documents > 0 && `, and ${formatPersonalDataCount(documents, 'document')} with it`}. Your
          business is not in the directory while you are not verified.
        </MailText>
        <MailText>You can apply again at any time.</MailText>
        <MailButton to={`${publicUrl}${verificationWizardPath}`}>Apply again</MailButton>
        <MailText>If this was not you, choose a new password and write to us.</MailText>
      </MailLayout>
    ),
  }
}

/** A week before the documents of a decided verification are deleted. */
export function evidenceDeletionDueMail(about: {
  dueAt: Date
  appealEndsAt: Date | null
  publicUrl: string
}): MailContent {
  const { dueAt, appealEndsAt, publicUrl } = about
  return {
    subject: 'Your documents will be deleted',
    body: (
      <MailLayout
        title="Your documents will be deleted"
        preview={`On ${formatLongDate(dueAt)}. You do not need to do anything.`}
        reason={`${because} your verification was decided and Muster still holds its documents.`}
        sender={siteDetails}
      >
        <MailText>
          Your verification is decided, so we no longer need its documents. They are deleted on {formatLongDate(dueAt)}.
          We keep only the type of each document and when it was sent.
        </MailText>
        <MailText>
          You don't need to do anything. If you want a copy of what you sent, save it before that day.
        </MailText>
        {appealEndsAt && appealEndsAt < dueAt && (
          <MailText>
            You can appeal the decision until {formatLongDate(appealEndsAt)}. If you do, we keep them until the appeal
            is decided.
          </MailText>
        )}
        {appealEndsAt && appealEndsAt >= dueAt && (
          <MailText>
            You can appeal the decision until {formatLongDate(appealEndsAt)}. If you appeal before your documents are
            deleted, we keep them until the appeal is decided. After that we have to ask you for them again.
          </MailText>
        )}
        <MailButton to={`${publicUrl}${verificationWizardPath}`}>See your documents</MailButton>
      </MailLayout>
    ),
  }
}

interface YearlyAbout {
  dueAt: Date
  endsAt: Date
  stage: 'month' | 'week' | 'day'
  publicUrl: string
}

/** A month and a week before a verification is to be confirmed, and on the day. */
export function yearlyVerificationDueMail({ dueAt, endsAt, stage, publicUrl }: YearlyAbout): MailContent {
  const title = stage === 'day' ? 'Confirm your verification' : 'Time to confirm your verification'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview="It takes a minute. You do not need a document."
        reason={`${because} your Muster account is verified, which is confirmed once a year.`}
        sender={siteDetails}
      >
        <MailText>
          {stage === 'day'
            ? `A year has passed since your service was last checked. Confirm that it is all still true before ${formatLongDate(endsAt)}.`
            : `On ${formatLongDate(dueAt)} a year has passed since your service was last checked. Confirm that it is all still true.`}{' '}
          It is one short form. We ask for no document.
        </MailText>
        <MailButton to={`${publicUrl}${verificationWizardPath}`}>Confirm your verification</MailButton>
        <MailText>
          A verification that is not confirmed before {formatLongDate(endsAt)} expires, and your business leaves the
          directory.
        </MailText>
      </MailLayout>
    ),
  }
}

/** After a verification has expired. */
export function verificationLapsedMail({ publicUrl }: { publicUrl: string }): MailContent {
  return {
    subject: 'Your verification has expired',
    body: (
      <MailLayout
        title="Your verification has expired"
        preview="You can be verified again at any time."
        reason={`${because} the verification of your Muster account was not confirmed in time.`}
        sender={siteDetails}
      >
        <MailText>
          Your verification was not confirmed in time, so it has expired. Your business is no longer in the directory.
          Nothing is lost: once you are verified again, it will be back.
        </MailText>
        <MailText>What you told us is still filled in. Add a document and send it again.</MailText>
        <MailButton to={`${publicUrl}${verificationStepPath('military')}`}>Get verified again</MailButton>
      </MailLayout>
    ),
  }
}
