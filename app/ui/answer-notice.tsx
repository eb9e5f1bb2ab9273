import { useEffect } from 'react'
import { MessageNotice } from './message-notice.tsx'
import type { FormRefusal } from './schema-form.ts'
import { useToast } from './toast.tsx'
import { useHydrated } from './use-hydrated.ts'

/** Shows the answer to a form without fields: as a toast, and in place without JavaScript or where it asks for something to be done. */
export function FormAnswerNotice({ answer }: { answer: Pick<FormRefusal, 'toast'> | undefined }) {
  const show = useToast()
  const scripted = useHydrated()
  useEffect(() => {
    if (answer?.toast) show(answer.toast)
  }, [answer, show])
  if (!answer?.toast || (scripted && !answer.toast.asks)) return null
  return <MessageNotice message={answer.toast} />
}
