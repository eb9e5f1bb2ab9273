import { href } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import type { MailContent } from '#app/platform/.server/mail/render-mail.ts'
import { MailButton, MailFrame, MailLines, MailText } from '#app/ui/mail.tsx'
import {
  type Measure,
  measuresTaken,
  type NoticeView,
  type ObjectionKind,
  type ObjectionOutcome,
  objectionDays,
  objectionOutcomes,
  rules,
  type SubjectType,
} from './model.ts'

const things: Record<SubjectType, string> = { business: 'a listing', podcast: 'a podcast', picture: 'a picture' }
const ownThings: Record<SubjectType, string> = {
  business: 'your listing',
  podcast: 'your podcast',
  picture: 'a picture of your listing',
}

interface AnswerMail {
  subjectType: SubjectType
  subjectName: string | null
  measure: Measure
  answer: string
  /** Whether they complained before, which can be done once. */
  isContested: boolean
  link: string
}

/** To whoever reported something: what was decided. */
export function answerMail({
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
      <MailFrame
        title={title}
        preview={measuresTaken[measure]}
        reason="You're getting this email because somebody gave this address with a report on Muster."
        sender={siteDetails}
      >
        <MailText>
          You reported {things[subjectType]}
          {subjectName && ` of ${subjectName}`}. {measuresTaken[measure]}
        </MailText>
        <MailLines lines={answer.split('\n')} />
        {!isObjectedTo && (
          <MailText>
            If you think that this is wrong, you can complain within {objectionDays} days, once. Somebody else of our
            staff decides.
          </MailText>
        )}
        <MailButton to={link}>See the decision</MailButton>
        <MailText>We do not tell the owner who reported it. If it was not you, delete this email.</MailText>
      </MailFrame>
    ),
  }
}

/** To the owner of what something was done about. */
export function noticeMail({ notice, publicUrl }: { notice: NoticeView; publicUrl: string }): MailContent {
  const { subject, measure, rule, notice: words, appealEndsAt } = notice
  const title = `We made a decision about ${ownThings[subject.type]}`
  return {
    subject: title,
    body: (
      <MailFrame
        title={title}
        preview={measure === 'ask' ? 'Please correct it.' : measuresTaken[measure]}
        reason="You're getting this email because it is about what you show on Muster."
        sender={siteDetails}
      >
        <MailText>
          {subject.name && `${subject.name}: `}
          {measure === 'ask' ? 'please correct it.' : measuresTaken[measure]} The reason: {rules[rule].toLowerCase()}.
        </MailText>
        {words && <MailLines lines={words.split('\n')} />}
        {appealEndsAt && (
          <MailText>
            If you think that this is wrong, you can appeal until {formatLongDate(appealEndsAt)}, once. Somebody else of
            our staff decides.
          </MailText>
        )}
        <MailButton to={`${publicUrl}${href('/notices')}`}>See the decision</MailButton>
      </MailFrame>
    ),
  }
}

/** To whoever appealed or complained: what somebody else of the staff decided. */
export function objectionMail({
  kind,
  outcome,
  answer,
  measure,
}: {
  kind: ObjectionKind
  outcome: ObjectionOutcome
  answer: string
  measure: Measure
}): MailContent {
  const title = kind === 'appeal' ? 'The answer to your appeal' : 'The answer to your complaint'
  return {
    subject: title,
    body: (
      <MailFrame
        title={title}
        preview={objectionOutcomes[outcome]}
        reason={`You're getting this email because you sent us this ${kind} on Muster.`}
        sender={siteDetails}
      >
        <MailText>
          {objectionOutcomes[outcome]}.{outcome === 'changed' && whatFollows(kind, measure)}
        </MailText>
        <MailLines lines={answer.split('\n')} />
        <MailText>This is our last word on it. Your rights in law are not touched.</MailText>
      </MailFrame>
    ),
  }
}

function whatFollows(kind: ObjectionKind, measure: Measure): string {
  if (kind === 'complaint') return ' We decide about what was reported again.'
  if (measure === 'hide') return ' What we hid is shown again, unless it is hidden for another reason.'
  return measure === 'remove-picture' ? ' We deleted the picture, so please add it again.' : ''
}
