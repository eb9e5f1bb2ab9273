import { useEffect } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import type { FormRefusal } from './schema-form.ts'
import { useToast } from './toast.tsx'
import { useHydrated } from './use-hydrated.ts'

interface FormProblemsProps {
  /** The result of `useSchemaForm`. */
  form: { errors: { field?: string; message: string }[]; attempt: unknown }
  answer: FormRefusal | undefined
}

/**
 * The errors of a form: the server's answer as a toast or, without JavaScript, as text, and all errors in the summary above the
 * form.
 */
export function FormProblems({ form: { errors, attempt }, answer }: FormProblemsProps) {
  const toast = useToast()
  const scripted = useHydrated()
  useEffect(() => {
    if (answer?.toast) toast(answer.toast)
  }, [answer, toast])

  // An error that belongs to no field has the server's title; field errors have a general one.
  const message = errors.some(({ field }) => !field) ? answer?.toast : undefined
  const unsaid = message || scripted ? undefined : answer?.toast
  return (
    <ErrorSummary {...(message && { title: message.title })} errors={errors} attempt={attempt}>
      {unsaid && (
        <p>
          <strong>{unsaid.title}</strong>
          {!errors.some(({ message }) => message === unsaid.description) && <> {unsaid.description}</>}
        </p>
      )}
    </ErrorSummary>
  )
}
