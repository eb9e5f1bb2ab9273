import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { markFormRefused } from './unsaved-changes.ts'

/**
 * The version of what a form shows, to be sent with it. What is typed into a form outlives whatever else is saved on its page,
 * by which the page may learn of newer versions: the form's stays until it is saved itself, or comes back with another. Once
 * it is saved, its fields show what was kept of them.
 *
 * `name` is what the form says in its field `form`, `id` its element's, and `answer` what it was answered where it was not saved.
 */
export function useShownFormVersion(
  { name, id }: { name: string; id: string },
  stored: string,
  answer: { version?: string | undefined } | undefined,
): string {
  const [shown, setShown] = useState(answer?.version ?? stored)
  const sent = useRef(false)
  const { state, formData } = useNavigation()
  const isSending = formData?.get('form') === name
  const isSendingOther = formData !== undefined && !isSending

  useEffect(() => {
    if (isSending) sent.current = true
    // Its own answer is lost, so it may not have been saved.
    if (isSendingOther) sent.current = false
    if (state !== 'idle') return
    const form = document.getElementById(id) as HTMLFormElement
    if (answer) {
      markFormRefused(form, true)
      if (sent.current && answer.version !== undefined) setShown(answer.version)
    } else if (sent.current) {
      setShown(stored)
      markFormRefused(form, false)
      form.reset()
    }
    sent.current = false
  }, [isSending, isSendingOther, state, answer, stored, id])

  return shown
}
