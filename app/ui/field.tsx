import { CircleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { Icon } from './icon.tsx'

interface FieldProps {
  label: ReactNode
  hint?: string
  error?: string
}

/** Attributes that connect a control with its label, hint and error. */
interface Ties {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** The label, hint and error of a control; `children` get the attributes that connect it with them. */
export function FormField({
  label,
  hint,
  error,
  id,
  children,
}: FieldProps & { id?: string | undefined; children: (ties: Ties) => ReactNode }) {
  const made = useId()
  const own = id ?? made
  const described = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field field-bad' : 'field'}>
      <label className="label" htmlFor={own}>
        {label}
      </label>
      {hint && (
        <p className="hint" id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${own}-error`}>
          <Icon of={CircleAlert} size="small" />
          {error}
        </p>
      )}
      {children({
        id: own,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
    </div>
  )
}

/** One line of text: label above, then hint, then error, then the control. */
export function TextField({ label, hint, error, id, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <FormField label={label} id={id} {...(hint && { hint })} {...(error && { error })}>
      {(ties) => <input type="text" className="input" {...input} {...ties} />}
    </FormField>
  )
}

/** Several lines of text. */
export function LongTextField({ label, hint, error, id, ...textarea }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <FormField label={label} id={id} {...(hint && { hint })} {...(error && { error })}>
      {(ties) => <textarea className="input textarea" {...textarea} {...ties} />}
    </FormField>
  )
}

/** The label of an optional field. */
export function OptionalFieldLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className="optional">(optional)</span>
    </>
  )
}

/** One choice of several; `children` are its options. */
export function SelectField({ label, hint, error, id, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <FormField label={label} id={id} {...(hint && { hint })} {...(error && { error })}>
      {(ties) => <select className="select" {...select} {...ties} />}
    </FormField>
  )
}

/** A checkbox. */
export function Checkbox({ label, error, ...input }: { label: ReactNode; error?: string } & ComponentProps<'input'>) {
  const made = useId()
  const errorId = `${input.id ?? made}-error`
  const check = (
    <label className="check">
      <input {...input} type="checkbox" {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })} />
      <span>{label}</span>
    </label>
  )
  if (!error) return check
  return (
    <div className="field field-bad">
      <p className="error" id={errorId}>
        <Icon of={CircleAlert} size="small" />
        {error}
      </p>
      {check}
    </div>
  )
}
