import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { NameValueList } from '#app/ui/fact-list.tsx'
import { LongTextField } from '#app/ui/field.tsx'
import { ButtonForm, FormFrame } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { type EnquiryStatus, enquiryStatusLabels, type OpenedInboxEnquiry } from '../model.ts'
import { enquiryInboxPath } from '../rules.ts'
import { EnquiryBackLink, EnquiryStatusBadge } from './inbox.tsx'
import { sentEnquiryFacts } from './sent-enquiry.tsx'
import '#app/ui/fact-list.css'
import './enquiries.css'

const marks: Record<EnquiryStatus, string> = {
  new: 'Mark as new',
  answered: 'Mark as answered',
  done: 'Mark as done',
  spam: 'Report as spam',
}

/** An enquiry as its owner reads it: reply, mark, note. Opening it changes nothing. */
export function InboxEnquiryPage({
  enquiry,
  answer,
}: {
  enquiry: OpenedInboxEnquiry
  answer: FormRefusal | undefined
}) {
  const { status, name, email, needs, note, call, forwardedAt, isConfirmed } = enquiry
  return (
    <div className="wrap section ask">
      <EnquiryBackLink to={enquiryInboxPath}>All enquiries</EnquiryBackLink>
      <h1>{name}</h1>
      <p className="row row-s">
        <EnquiryStatusBadge status={status} />
        <span className="muted">{formatDateTime(forwardedAt)}</span>
      </p>
      {!isConfirmed && (
        <Notice tone="waiting">
          <p>They have not confirmed their email address yet.</p>
        </Notice>
      )}
      <p className="prose-lines">{needs}</p>
      <NameValueList facts={sentEnquiryFacts(enquiry)} />
      <div className="row">
        <a
          className={buttonClass()}
          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent('Your enquiry')}`}
        >
          Reply by email
        </a>
        {call && (
          <a className={buttonClass({ kind: 'secondary' })} href={call}>
            Call
          </a>
        )}
      </div>
      {answer?.form === 'mark-lead' && <FormAnswerNotice answer={answer} />}
      <div className="row lead-marks">
        {(Object.keys(enquiryStatusLabels) as EnquiryStatus[])
          .filter((each) => each !== status)
          .map((each) => (
            <ButtonForm
              key={each}
              name="mark-lead"
              values={{ status: each }}
              submit={marks[each]}
              busy="Saving..."
              kind="secondary"
              size="small"
            />
          ))}
      </div>
      <NoteForm note={note} answer={answer?.form === 'lead-note' ? answer : undefined} />
    </div>
  )
}

function NoteForm({ note, answer }: { note: string; answer: FormRefusal | undefined }) {
  const form = useSchemaForm({
    id: 'lead-note',
    loadSchema: () => import('../form-schema.ts').then(({ enquiryNoteSchema }) => enquiryNoteSchema),
    lastResult: answer?.result,
    defaultValue: { note },
    onInvalid: accountFormProblemToast,
  })
  return (
    <FormFrame name="lead-note" form={form} answer={answer} submit="Save note" busy="Saving..." kind="secondary">
      <LongTextField {...form.field('note')} label="Your note" hint="Only you can read it." rows={3} />
    </FormFrame>
  )
}
