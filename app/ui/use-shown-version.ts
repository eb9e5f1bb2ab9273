import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

/**
 * The version of what a form shows, to be sent with it. What is typed into a form outlives whatever else is saved on its page,
 * by which the page may learn of newer versions: the form's stays until it is saved itself, or comes back with another. Once
 * it is saved, its fields show what was kept of them.
 *
 * `name` is what the form says in its field `form`, `id` its element's, and `answer` what the action said of it.
 */
export function useShownVersion(
  { name, id }: { name: string; id: string },
  stored: string,
  answer: { version?: string | undefined } | undefined,
): string {
  const [shown, setShown] = useState(answer?.version ?? stored)
  const sent = useRef(false)
  const { state, formData } = useNavigation()
  const isSending = formData?.get('form') === name

  useEffect(() => {
    if (isSending) sent.current = true
    if (state !== 'idle' || !sent.current) return
    sent.current = false
    if (answer) {
      if (answer.version !== undefined) setShown(answer.version)
      return
    }
    setShown(stored)
    const form = document.getElementById(id)
    if (form instanceof HTMLFormElement) form.reset()
  }, [isSending, state, answer, stored, id])

  return shown
}
