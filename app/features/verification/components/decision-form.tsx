import { Check, MessageCircleQuestion, X } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { LongTextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { invalidVerificationDecisionToast, type VerificationVerdict } from '../decisions/model.ts'
import { verificationRejectionReasons } from '../rules.ts'
import './case.css'

interface DecisionFormProps {
  answer: FormRefusal | undefined
  /** Of the member. */
  name: string
  /** What the page shows of changed names; null for none. */
  names: string | null
  /** The record of what was seen that the page shows; null for none. */
  record: string | null
}

/**
 * The form to approve, reject or ask for more. Reject is the first button, so that Enter in a field never approves. Nothing is
 * preselected.
 */
export function VerificationDecisionForm({ answer, name, names, record }: DecisionFormProps) {
  const form = useSchemaForm({
    id: 'decision',
    loadSchema: () =>
      import('../decisions/form-schema.ts').then(
        ({ verificationDecisionSchema: caseDecisionSchema }) => caseDecisionSchema,
      ),
    lastResult: answer?.result,
    onInvalid: invalidVerificationDecisionToast,
  })
  const { busy, once } = useSingleSubmit('decision')
  const { formData } = useNavigation()
  const reason = form.field('reason')
  const act = (verdict: VerificationVerdict) => ({
    name: 'verdict',
    value: verdict,
    busy: busy && formData?.get('verdict') === verdict,
    'aria-describedby': 'decision-who',
  })
  return (
    <section className="decide" aria-labelledby="decide">
      <h2 id="decide">Your decision</h2>
      <Form method="post" className="form-frame" {...form.form} onSubmit={once(form.form.onSubmit)}>
        <FormNameField value="decision" />
        {names !== null && <input type="hidden" name="names" value={names} />}
        {record !== null && <input type="hidden" name="record" value={record} />}
        <p className="sr-only" id="decision-who">
          The verification of {name}
        </p>
        <FormProblems form={form} answer={answer} />
        <fieldset className={reason.error ? 'field-bad reasons' : 'reasons'}>
          <legend className="label">If you reject, say why</legend>
          {reason.error && <p className="error">{reason.error}</p>}
          {Object.entries(verificationRejectionReasons).map(([value, label], index) => (
            <label key={value} className="check radio">
              <input
                type="radio"
                name="reason"
                value={value}
                defaultChecked={reason.defaultValue === value}
                {...(index === 0 && { id: reason.id })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <LongTextField
          {...form.field('words')}
          label="To the member"
          hint="Sent by email. Required to ask for more, and for another reason."
          rows={3}
        />
        <div className="decide-acts">
          <SubmitButton kind="secondary" className="btn-danger" busyLabel="Rejecting..." {...act('reject')}>
            <Icon of={X} size="small" />
            Reject
          </SubmitButton>
          <SubmitButton id="decision-approve" className="btn-approve" busyLabel="Approving..." {...act('approve')}>
            <Icon of={Check} size="small" />
            Approve
          </SubmitButton>
          <SubmitButton kind="secondary" className="decide-ask" busyLabel="Asking..." {...act('ask-for-more')}>
            <Icon of={MessageCircleQuestion} size="small" />
            Ask for more
          </SubmitButton>
        </div>
      </Form>
    </section>
  )
}
