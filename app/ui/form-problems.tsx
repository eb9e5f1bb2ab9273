import { useEffect } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import type { FormAnswer } from './schema-form.ts'
import { type ToastMessage, useToast } from './toast.tsx'

interface FormProblemsProps {
  /** What `useSchemaForm` gave. */
  form: { errors: { field?: string; message: string }[]; attempt: unknown }
  answer: FormAnswer | undefined
  /** The toast for a form that the schema refuses, as `useSchemaForm` was told. */
  explain: (messages: string[]) => ToastMessage
}

/**
 * What is wrong with a form: the server's answer in a toast, and the summary above the form, which says the same under the
 * same title, also without a script.
 */
export function FormProblems({ form: { errors, attempt }, answer, explain }: FormProblemsProps) {
  const toast = useToast()
  useEffect(() => {
    if (answer?.toast) toast(answer.toast)
  }, [answer, toast])

  // What no field is to blame for is the server's own word.
  const said = errors.some(({ field }) => !field) ? answer?.toast : undefined
  const { title } = said ?? explain(errors.map(({ message }) => message))
  return <ErrorSummary title={title} errors={errors} attempt={attempt} />
}
