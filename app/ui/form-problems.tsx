import { useEffect } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import type { FormAnswer } from './schema-form.ts'
import { useToast } from './toast.tsx'
import { useHydrated } from './use-hydrated.ts'

interface FormProblemsProps {
  /** What `useSchemaForm` gave. */
  form: { errors: { field?: string; message: string }[]; attempt: unknown }
  answer: FormAnswer | undefined
}

/**
 * What is wrong with a form: the server's answer in a toast, or in words where no script shows one, and all of it in the
 * summary above the form.
 */
export function FormProblems({ form: { errors, attempt }, answer }: FormProblemsProps) {
  const toast = useToast()
  const scripted = useHydrated()
  useEffect(() => {
    if (answer?.toast) toast(answer.toast)
  }, [answer, toast])

  // What no field is to blame for is the server's own word, and has its title; what the fields say has a general one.
  const said = errors.some(({ field }) => !field) ? answer?.toast : undefined
  const unsaid = said || scripted ? undefined : answer?.toast
  return (
    <ErrorSummary {...(said && { title: said.title })} errors={errors} attempt={attempt}>
      {unsaid && (
        <p>
          <strong>{unsaid.title}</strong>
          {!errors.some(({ message }) => message === unsaid.description) && <> {unsaid.description}</>}
        </p>
      )}
    </ErrorSummary>
  )
}
