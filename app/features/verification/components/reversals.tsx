import type { ReactNode } from 'react'
import { LongTextField } from '#app/ui/field.tsx'
import { FormFrame } from '#app/ui/form-frame.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { verificationFormInvalidToast } from '../model.ts'
import { verificationAppealDays } from '../rules.ts'
import './case.css'

interface ReversalsProps {
  name: string
  /** Whether there is a verification to revoke. */
  isVerified: boolean
  /** Id of the last decision shown; empty for none. */
  last: string
  answer: FormRefusal | undefined
}

/** For admins: reopens a decided case, or revokes a verification. */
export function VerificationReversalForms({ name, isVerified, last, answer }: ReversalsProps) {
  const to = (form: 'revoke' | 'reopen') => (answer?.form === form ? answer : undefined)
  return (
    <section className="reversal" aria-labelledby="reversal">
      <h2 id="reversal">Take the decision back</h2>
      <Reversal
        form="reopen"
        title="Reopen the case"
        label="Why you reopen it"
        submit="Reopen the case"
        busy="Reopening..."
        last={last}
        answer={to('reopen')}
      >
        A different reviewer will decide it.
        {isVerified && ` The business of ${name} leaves the directory until then.`}
      </Reversal>
      {isVerified && (
        <Reversal
          form="revoke"
          title="Revoke the verification"
          label="Why you revoke it"
          submit="Revoke the verification"
          busy="Revoking..."
          last={last}
          answer={to('revoke')}
        >
          {name} is no longer verified, and their business leaves the directory at once. They can appeal within{' '}
          {verificationAppealDays} days.
        </Reversal>
      )}
    </section>
  )
}

interface ReversalProps {
  form: 'revoke' | 'reopen'
  title: string
  label: string
  submit: string
  busy: string
  last: string
  answer: FormRefusal | undefined
  children: ReactNode
}

function Reversal({ form: name, title, label, submit, busy, last, answer, children }: ReversalProps) {
  const form = useSchemaForm({
    id: name,
    loadSchema: () =>
      import('../decisions/form-schema.ts').then(({ verificationReversalSchema: reversalSchema }) => reversalSchema),
    lastResult: answer?.result,
    onInvalid: verificationFormInvalidToast,
  })
  return (
    <details className="disclosure" id={name} open={answer !== undefined}>
      <summary>{title}</summary>
      <p>{children}</p>
      <FormFrame name={name} form={form} answer={answer} submit={submit} busy={busy} kind="danger">
        <input type="hidden" name="last" value={last} />
        <LongTextField
          {...form.field('words')}
          label={label}
          hint="The member reads this by email."
          rows={3}
          required
        />
      </FormFrame>
    </details>
  )
}
