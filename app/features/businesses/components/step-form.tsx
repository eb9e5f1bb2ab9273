import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { type FormAnswer, type SchemaForm, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { WizardActions } from '#app/ui/wizard.tsx'
import type { BusinessField } from '../schema.ts'
import { explainStep, type FormStep, stepSchemas } from '../schema.ts'
import { stepFormId, useAutosave } from './use-autosave.ts'

/** What `field(name)` of a step's form gives a field. */
export type StepFields = SchemaForm<BusinessField>['field']

interface StepFormProps {
  step: FormStep
  /** What was typed before. */
  fields: Record<string, string>
  answer: FormAnswer | undefined
  /** Kept on the server while it is typed: only of those who are signed in. */
  isKept: boolean
  children: (field: StepFields) => ReactNode
}

/** The form of one step: Continue takes it, Back only keeps it. */
export function StepForm({ step, fields, answer, isKept, children }: StepFormProps) {
  const form = useSchemaForm<(typeof stepSchemas)[FormStep]>({
    id: stepFormId,
    schema: stepSchemas[step],
    lastResult: answer?.result,
    defaultValue: fields,
    onInvalid: explainStep,
  })
  const { busy, once } = useSingleSubmit(step)
  const save = useAutosave(step, isKept)
  const nameless = useNameless(step)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    save.stop()
    const { submitter } = event.nativeEvent as SubmitEvent
    // What goes back is kept as it is.
    if ((submitter as HTMLButtonElement | null)?.name !== 'go') form.form.onSubmit(event)
  }
  return (
    <Form
      method="post"
      className="wizard-form"
      {...form.form}
      noValidate
      onSubmit={once(submit)}
      onInput={(event) => {
        form.form.onInput(event)
        save.soon()
      }}
    >
      <FormNameField value={step} />
      {/* The Enter key presses a form's first button, which must not be the way back. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" disabled={nameless} />
      <FormProblems form={form} answer={answer} />
      {children(form.field)}
      <WizardActions>
        {step !== 'profile' && (
          <Button type="submit" kind="secondary" name="go" value="back">
            Back
          </Button>
        )}
        <SubmitButton busy={busy} busyLabel="Saving..." disabled={nameless}>
          Continue
        </SubmitButton>
      </WizardActions>
    </Form>
  )
}

/** Whether the first step's name is still empty, which keeps a script's Continue from being pressed. */
function useNameless(step: FormStep): boolean {
  const hydrated = useHydrated()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    const input = document.getElementById(`${stepFormId}-name`)
    if (!(input instanceof HTMLInputElement)) return setEmpty(false)
    const look = () => setEmpty(input.value.trim() === '')
    look()
    input.addEventListener('input', look)
    return () => input.removeEventListener('input', look)
  }, [])
  return hydrated && step === 'profile' && empty
}
