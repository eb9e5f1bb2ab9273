import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormStep } from '../schema.ts'

/** Id of the form of a step. */
export const stepFormId = 'business'

/** Milliseconds of rest after which what was typed is kept. */
const restDuration = 1500

/** Keeps what is typed on the server: after a rest, and when the page is put away. */
export function useAutosave(step: FormStep, isOn: boolean): { soon: () => void; stop: () => void } {
  const { submit } = useFetcher()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const stop = () => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
  }
  const save = () => {
    stop()
    const form = document.getElementById(stepFormId)
    if (!(form instanceof HTMLFormElement)) return
    const fields = new FormData(form)
    fields.set('form', 'keep')
    fields.set('step', step)
    void submit(fields, { method: 'post' })
  }
  const latest = useRef(save)
  latest.current = save

  useEffect(() => {
    const putAway = () => {
      if (document.visibilityState === 'hidden' && timer.current) latest.current()
    }
    document.addEventListener('visibilitychange', putAway)
    return () => {
      document.removeEventListener('visibilitychange', putAway)
      if (timer.current) clearTimeout(timer.current)
    }
  }, [])

  return {
    soon: () => {
      if (!isOn) return
      stop()
      timer.current = setTimeout(() => latest.current(), restDuration)
    },
    stop,
  }
}
