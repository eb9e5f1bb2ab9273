import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { FormName } from '#app/lib/form-names.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import type { FormRefusal, SchemaFormState } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { WizardActions } from '#app/ui/wizard.tsx'

interface StepFormProps {
  /** Which form of the wizard it is: the action reads it from the field `form`. */
  name: FormName
  form: SchemaFormState
  answer: FormRefusal | undefined
  submit: string
  busy: string
  /** Whether it is busy before it is sent. */
  isBusy?: boolean
  /** Path of the previous step; the first has none. */
  previous?: string
  children: ReactNode
}

/** The form of a step with its errors, fields and buttons. */
export function VerificationStepForm({
  name,
  form,
  answer,
  submit,
  busy: busyLabel,
  isBusy = false,
  previous,
  children,
}: StepFormProps) {
  const { busy, once } = useSingleSubmit(name)
  return (
    <Form method="post" className="wizard-form" {...form.form} noValidate onSubmit={once(form.form.onSubmit)}>
      <FormNameField value={name} />
      <FormProblems form={form} answer={answer} />
      {children}
      <VerificationStepActions previous={previous}>
        <SubmitButton busy={busy || isBusy} busyLabel={busyLabel}>
          {submit}
        </SubmitButton>
      </VerificationStepActions>
    </Form>
  )
}

/** The buttons of a step: Previous, if there is one, and continue. */
export function VerificationStepActions({
  previous,
  children,
}: {
  previous?: string | undefined
  children: ReactNode
}) {
  return (
    <WizardActions>
      {previous && (
        <LinkButton to={previous} kind="secondary">
          Previous
        </LinkButton>
      )}
      {children}
    </WizardActions>
  )
}
