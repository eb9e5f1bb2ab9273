import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { FormProblems } from '#app/ui/form-problems.tsx'
import { type FormRefusal, useSchemaForm } from '#app/ui/schema-form.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useSingleSubmit } from '#app/ui/use-single-submit.ts'
import { WizardActions } from '#app/ui/wizard.tsx'

import type { businessWizardStepSchemas } from '../form-schema.ts'
import { type BusinessWizardFormStep, invalidBusinessWizardStepToast } from '../model.ts'
import type { BusinessFieldPropsGetter } from './business-fields.tsx'
import { businessWizardStepFormId, useBusinessDraftAutosave } from './use-autosave.ts'

interface StepFormProps {
  step: BusinessWizardFormStep
  /** The saved values. */
  fields: Record<string, string>
  answer: FormRefusal | undefined
  /** Whether typing is saved on the server, which needs a signed-in user. */
  isAutosaved: boolean
  children: (field: BusinessFieldPropsGetter) => ReactNode
}

/** The form of a step. Continue validates and saves it, Back only saves it. */
export function BusinessWizardStepForm({ step, fields, answer, isAutosaved, children }: StepFormProps) {
  const form = useSchemaForm<(typeof businessWizardStepSchemas)[BusinessWizardFormStep]>({
    id: businessWizardStepFormId,
    loadSchema: () =>
      import('../form-schema.ts').then(({ businessWizardStepSchemas: stepSchemas }) => stepSchemas[step]),
    lastResult: answer?.result,
    defaultValue: fields,
    onInvalid: invalidBusinessWizardStepToast,
  })
  const { busy, once } = useSingleSubmit(step)
  const save = useBusinessDraftAutosave(step, isAutosaved)
  const nameless = useNameless(step)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    save.stop()
    const { submitter } = event.nativeEvent as SubmitEvent
    // Back saves without validating.
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
      {/* The Enter key presses the first button of a form, which must not be Back. */}
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

/** Whether the name in the first step is empty, which disables Continue. Without JavaScript it stays enabled. */
function useNameless(step: BusinessWizardFormStep): boolean {
  const hydrated = useHydrated()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    const input = document.getElementById(`${businessWizardStepFormId}-name`)
    if (!(input instanceof HTMLInputElement)) return setEmpty(false)
    const update = () => setEmpty(input.value.trim() === '')
    update()
    input.addEventListener('input', update)
    return () => input.removeEventListener('input', update)
  }, [])
  return hydrated && step === 'profile' && empty
}
