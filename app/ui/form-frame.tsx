import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormName } from '#app/lib/form-names.ts'
import { FormNameField } from './form-name-field.tsx'
import { FormProblems } from './form-problems.tsx'
import type { FormRefusal, SchemaFormState } from './schema-form.ts'
import { SubmitButton } from './submit-button.tsx'
import { useSingleSubmit } from './use-single-submit.ts'

interface FormFrameProps {
  name: FormName
  form: SchemaFormState
  answer: FormRefusal | undefined
  submit: string
  busy: string
  /** Of the button. */
  kind?: 'primary' | 'secondary' | 'danger'
  /** The accessible name of the button, if there are several alike. */
  label?: string
  /** Whether it cannot be sent yet; only with JavaScript. */
  disabled?: boolean
  /** Its fragment on a long page, as `#part`, where the page stays after sending. */
  place?: string
  children: ReactNode
}

/** A form with its errors, fields and submit button. */
export function FormFrame({
  name,
  form,
  answer,
  submit,
  busy: busyLabel,
  kind,
  label,
  disabled,
  place,
  children,
}: FormFrameProps) {
  const { busy, once } = useSingleSubmit(name)
  return (
    <Form
      method="post"
      className="form-frame"
      {...(place && { action: place, preventScrollReset: true })}
      {...form.form}
      onSubmit={once(form.form.onSubmit)}
    >
      <FormNameField value={name} />
      <FormProblems form={form} answer={answer} />
      {children}
      <div>
        <SubmitButton
          busy={busy}
          busyLabel={busyLabel}
          {...(disabled && { disabled })}
          {...(label && !busy && { 'aria-label': label })}
          {...(kind === 'secondary' && { kind })}
          {...(kind === 'danger' && { kind: 'secondary', className: 'btn-danger' })}
        >
          {submit}
        </SubmitButton>
      </div>
    </Form>
  )
}

interface ButtonFormProps {
  name: FormName
  submit: ReactNode
  busy: string
  kind?: 'primary' | 'secondary' | 'danger'
  size?: 'small' | 'medium'
  /** Hidden fields. */
  values?: Record<string, string>
  /** Another address than the page's. */
  action?: string
  /** Whether the page stays until that address leads on: always where it has no page of its own. */
  stays?: boolean
  /** What a failure of it is called, where another address handles it, whose code may not be here. */
  failed?: string
}

/** A form with only a button. */
export function ButtonForm(props: ButtonFormProps) {
  const { name, submit, busy: busyLabel, kind, size, values = {}, action, stays, failed } = props
  const { busy: sending, once } = useSingleSubmit(name)
  const { formData } = useNavigation()
  // Only this one of several alike.
  const busy = sending && Object.entries(values).every(([field, value]) => formData?.get(field) === value)
  return (
    <Form
      method="post"
      {...(action && { action })}
      navigate={!stays}
      data-failed={failed}
      onSubmit={once(() => undefined)}
    >
      <FormNameField value={name} />
      {Object.entries(values).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton
        busy={busy}
        busyLabel={busyLabel}
        {...(size && { size })}
        {...(kind === 'secondary' && { kind })}
        {...(kind === 'danger' && { kind: 'secondary', className: 'btn-danger' })}
      >
        {submit}
      </SubmitButton>
    </Form>
  )
}
