import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatDate, formatLongDate } from '#app/lib/dates.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { LongTextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { Link } from '#app/ui/link.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import {
  type ModerationNoticeView,
  moderationMeasureTakenTexts,
  moderationRules,
  reportObjectionOutcomes,
  reportSubjectTypes,
} from '../model.ts'
import './reports.css'

/** What an owner is told about decisions on their content, with the form to appeal each. */
export function OwnModerationNoticesPage({
  notices,
  answer,
}: {
  notices: ModerationNoticeView[]
  answer: FormRefusal | undefined
}) {
  return (
    <div className="wrap section report-page">
      <h1>Decisions about your content</h1>
      <p className="lead">
        If a report is right, we act on it and tell you here and by email.{' '}
        <Link to="/terms-and-conditions#reports-complaints-and-appeals">How we decide about reports</Link>
      </p>
      {notices.length === 0 ? (
        <EmptyState title="No decisions" heading="h2">
          <p>We have made no decisions about your listing, its pictures or your podcast.</p>
        </EmptyState>
      ) : (
        notices.map((notice) => <Decision key={notice.id} notice={notice} answer={answer} />)
      )}
    </div>
  )
}

function Decision({ notice, answer }: { notice: ModerationNoticeView; answer: FormRefusal | undefined }) {
  const { id, subject, measure, rule, notice: words, decidedAt, appealEndsAt, appeal } = notice
  const what = `${reportSubjectTypes[subject.type]}${subject.name ? `: ${subject.name}` : ''}`
  return (
    <section aria-labelledby={`decision-${id}`} className="report-decision">
      <h2 id={`decision-${id}`}>{what}</h2>
      <NameValueList
        facts={[
          ['Decided on', formatDate(decidedAt)],
          ['Decision', measure === 'ask' ? 'You need to correct it.' : moderationMeasureTakenTexts[measure]],
          ['Reason', moderationRules[rule]],
        ]}
      />
      {words && <p className="prose-lines quoted">{words}</p>}
      {appeal && (
        <>
          <h3>Your appeal</h3>
          <NameValueList
            facts={[
              ['Sent on', formatDate(appeal.sentAt)],
              ['Answer', appeal.outcome ? reportObjectionOutcomes[appeal.outcome] : 'Not yet'],
            ]}
          />
          {appeal.answer && <p className="prose-lines quoted">{appeal.answer}</p>}
        </>
      )}
      {appealEndsAt && <AppealForm id={id} what={what} endsAt={appealEndsAt} answer={answer} />}
    </section>
  )
}

function AppealForm({
  id,
  what,
  endsAt,
  answer,
}: {
  id: string
  what: string
  endsAt: Date
  answer: FormRefusal | undefined
}) {
  const own = answer?.result?.initialValue?.decision === id ? answer : undefined
  const form = useSchemaForm({
    id: `appeal-${id}`,
    loadSchema: () => import('../form-schema.ts').then(({ reportAppealSchema }) => reportAppealSchema),
    lastResult: own?.result,
    defaultValue: { decision: id },
    onInvalid: accountFormProblemToast,
  })
  return (
    <>
      <h3>Appeal</h3>
      <p>
        If you think we are mistaken, you can appeal once, until <b>{formatLongDate(endsAt)}</b>. Another member of our
        staff will decide, and we will email you.
      </p>
      <FormFrame
        name="report-appeal"
        form={form}
        answer={own}
        submit="Send your appeal"
        busy="Sending..."
        kind="secondary"
        label={`Send your appeal (${what})`}
      >
        <input type="hidden" name="decision" value={id} />
        <LongTextField {...form.field('words')} label="Why the decision is wrong" rows={5} required />
      </FormFrame>
    </>
  )
}
