import { accountFormProblemToast } from '#app/features/account/model.ts'
import { formatLongDate } from '#app/lib/dates.ts'
import { LongTextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import type { ContactSubmissionView } from '../model.ts'

interface ComplaintAnswerProps {
  complaint: ContactSubmissionView
  dueAt: Date
  /** What the form was answered with. */
  formAnswer: FormRefusal | undefined
}

/** The answer to a complaint, or the form to write it. */
export function DataProtectionComplaintAnswerOrForm({ complaint, dueAt, formAnswer }: ComplaintAnswerProps) {
  if (complaint.answer !== null) {
    return (
      <section aria-labelledby="answered">
        <h2 id="answered">The answer</h2>
        <p className="prose-lines">{complaint.answer}</p>
      </section>
    )
  }
  return <AnswerForm dueAt={dueAt} formAnswer={formAnswer} />
}

function AnswerForm({ dueAt, formAnswer }: Omit<ComplaintAnswerProps, 'complaint'>) {
  const own = formAnswer?.form === 'complaint-answer' ? formAnswer : undefined
  const form = useSchemaForm({
    id: 'complaint-answer',
    loadSchema: () =>
      import('../form-schema.ts').then(
        ({ dataProtectionComplaintAnswerSchema }) => dataProtectionComplaintAnswerSchema,
      ),
    lastResult: own?.result,
    onInvalid: accountFormProblemToast,
  })
  return (
    <section aria-labelledby="answer-complaint" className="complaint-answer">
      <h2 id="answer-complaint">Answer this complaint</h2>
      {dueAt < new Date() && (
        <Notice tone="bad">
          <p>This is overdue. The answer was due by {formatLongDate(dueAt)}.</p>
        </Notice>
      )}
      <FormFrame name="complaint-answer" form={form} answer={own} submit="Send the answer" busy="Sending...">
        <LongTextField
          {...form.field('answer')}
          label="The answer"
          hint="Say what you found and what you did about it. We email it to the person who complained, and keep it."
          rows={8}
          required
        />
      </FormFrame>
    </section>
  )
}
