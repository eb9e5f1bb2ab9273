import { useEffect } from 'react'
import { Notice } from './notice.tsx'
import type { FormAnswer } from './schema-form.ts'
import { useToast } from './toast.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Shows the answer to a form without fields: as a toast, and in place without JavaScript. */
export function AnswerNotice({ answer }: { answer: FormAnswer | undefined }) {
  const show = useToast()
  const scripted = useHydrated()
  useEffect(() => {
    if (answer?.toast) show(answer.toast)
  }, [answer, show])
  if (scripted || !answer?.toast) return null
  const { title, description, bad } = answer.toast
  return (
    <Notice tone={bad ? 'bad' : 'waiting'}>
      <strong>{title}</strong>
      {description && <p>{description}</p>}
    </Notice>
  )
}
