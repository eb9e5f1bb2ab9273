import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailLayout, MailLines, MailText } from '#app/ui/mail.tsx'
import {
  type ModerationMeasure,
  type ModerationNoticeView,
  moderationMeasureTakenTexts,
  moderationRules,
  type ReportObjectionKind,
  type ReportObjectionOutcome,
  type ReportSubjectType,
  reportObjectionDays,
  reportObjectionOutcomes,
} from './model.ts'

const things: Record<ReportSubjectType, string> = { business: 'a listing', podcast: 'a podcast', picture: 'a picture' }
const ownThings: Record<ReportSubjectType, string> = {
  business: 'your listing',
  podcast: 'your podcast',
  picture: 'a picture of your listing',
}

interface AnswerMail {
  subjectType: ReportSubjectType
  subjectName: string | null
  measure: ModerationMeasure
  answer: string
  /** Whether they complained before, which can be done once. */
  isContested: boolean
  link: string
}

/** To whoever reported something: what was decided. */
export function reportAnswerMail({
  subjectType,
  subjectName,
  measure,
  answer,
  isContested: isObjectedTo,
  link,
}: AnswerMail): MailContent {
  const title = 'The answer to your report'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={moderationMeasureTakenTexts[measure]}
        reason="You're getting this email because someone gave this address with a report on Muster."
        sender={siteDetails}
      >
        <MailText>
          You reported {things[subjectType]}
          {subjectName && ` of ${subjectName}`}. {moderationMeasureTakenTexts[measure]}
        </MailText>
        <MailLines lines={answer.split('\n')} />
        {!isObjectedTo && (
          <MailText>
            If you think this is wrong, you can complain once, within {reportObjectionDays} days. Another member of our
            staff will decide.
          </MailText>
        )}
        <MailButton to={link}>See the decision</MailButton>
        <MailText>We do not tell the owner who reported it. If this was not you, delete this email.</MailText>
      </MailLayout>
    ),
  }
}

/** To the owner of what something was done about. */
export function moderationNoticeMail({
  notice,
  publicUrl,
}: {
  notice: ModerationNoticeView
  publicUrl: string
}): MailContent {
  const { subject, measure, rule, notice: words, appealEndsAt } = notice
  const title = `We made a decision about ${ownThings[subject.type]}`
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={measure === 'ask' ? 'You need to correct it.' : moderationMeasureTakenTexts[measure]}
        reason="You're getting this email because it is about your content on Muster."
        sender={siteDetails}
      >
        <MailText>
          {subject.name && `${subject.name}: `}
          {measure === 'ask' ? 'you need to correct it.' : moderationMeasureTakenTexts[measure]} The reason:{' '}
          {moderationRules[rule].toLowerCase()}.
        </MailText>
        {words && <MailLines lines={words.split('\n')} />}
        {appealEndsAt && (
          <MailText>
            If you think this is wrong, you can appeal once, until {formatLongDate(appealEndsAt)}. Another member of our
            staff will decide.
          </MailText>
        )}
        <MailButton to={`${publicUrl}${href('/notices')}`}>See the decision</MailButton>
      </MailLayout>
    ),
  }
}

/** To whoever appealed or complained: what somebody else of the staff decided. */
export function reportObjectionAnswerMail({
  kind,
  outcome,
  answer,
  measure,
}: {
  kind: ReportObjectionKind
  outcome: ReportObjectionOutcome
  answer: string
  measure: ModerationMeasure
}): MailContent {
  const title = kind === 'appeal' ? 'The answer to your appeal' : 'The answer to your complaint'
  return {
    subject: title,
    body: (
      <MailLayout
        title={title}
        preview={reportObjectionOutcomes[outcome]}
        reason={`You're getting this email because you sent us this ${kind} on Muster.`}
        sender={siteDetails}
      >
        <MailText>
          {reportObjectionOutcomes[outcome]}.{outcome === 'changed' && whatFollows(kind, measure)}
        </MailText>
        <MailLines lines={answer.split('\n')} />
        <MailText>This is our final decision. It does not affect your legal rights.</MailText>
      </MailLayout>
    ),
  }
}

function whatFollows(kind: ReportObjectionKind, measure: ModerationMeasure): string {
  if (kind === 'complaint') return ' We will decide the report again.'
  if (measure === 'hide') return ' What we hid is shown again, unless it is hidden for another reason.'
  return measure === 'remove-picture' ? ' We deleted the picture, so add it again.' : ''
}
