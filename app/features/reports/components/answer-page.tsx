import { href } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatDate } from '#app/lib/dates.ts'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { LongTextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { MessagePage } from '#app/ui/message-page.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import {
  moderationMeasureTakenTexts,
  type ReportAnswerView,
  reportObjectionDays,
  reportSubjectTypes,
} from '../model.ts'
import './reports.css'

/** The decision about a report, for whoever has the link from its email, and the form to complain about it. */
export function ReportAnswerPage({ view, answer }: { view: ReportAnswerView; answer: FormRefusal | undefined }) {
  const { subjectType, measure, answer: words, decidedAt, state } = view
  return (
    <div className="wrap section report-page">
      <h1>The answer to your report</h1>
      <NameValueList
        facts={[
          ['Reported', reportSubjectTypes[subjectType]],
          ['Decided on', formatDate(decidedAt)],
          ['Decision', moderationMeasureTakenTexts[measure]],
        ]}
      />
      {words && <p className="prose-lines quoted">{words}</p>}
      {state === 'open' && <ComplaintForm answer={answer} />}
      {state === 'sent' && (
        <p>You have complained about this decision. Another member of our staff will decide, and we will email you.</p>
      )}
      {state === 'late' && <p>The {reportObjectionDays} days to complain are over.</p>}
    </div>
  )
}

function ComplaintForm({ answer }: { answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'report-complaint',
    loadSchema: () => import('../form-schema.ts').then(({ reportComplaintSchema }) => reportComplaintSchema),
    lastResult: answer?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <section aria-labelledby="complain">
      <h2 id="complain">Complain about this decision</h2>
      <p>
        If you think we are mistaken, you can complain once, within {reportObjectionDays} days of the decision. Another
        member of our staff will decide, and we will email you.
      </p>
      <FormFrame
        name="report-complaint"
        form={form}
        answer={answer}
        submit="Send complaint"
        busy="Sending..."
        kind="secondary"
      >
        <LongTextField {...form.field('words')} label="Why the decision is wrong" rows={5} required />
      </FormFrame>
    </section>
  )
}

/** The page for a link that is not ours, or that led to something deleted. */
export function ReportAnswerLinkInvalidPage() {
  return (
    <MessagePage title="This link no longer works" links={[{ label: 'Contact us', to: href('/contact') }]}>
      <p>The report has been deleted, or the link is incomplete.</p>
    </MessagePage>
  )
}
