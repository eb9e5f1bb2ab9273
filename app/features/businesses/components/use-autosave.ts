import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { BusinessWizardFormStep } from '../model.ts'

/** Id of a step's form. */
export const businessWizardStepFormId = 'business'

/** Milliseconds without typing after which the form is saved. */
const saveDelay = 1500

/** Saves what is typed on the server: after a pause, and when the page is hidden. */
export function useBusinessDraftAutosave(
  step: BusinessWizardFormStep,
  isOn: boolean,
): { soon: () => void; stop: () => void } {
  const { submit } = useFetcher()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const stop = () => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
  }
  const save = () => {
    stop()
    const form = document.getElementById(businessWizardStepFormId)
    if (!(form instanceof HTMLFormElement)) return
    const fields = new FormData(form)
    fields.set('form', 'keep')
    fields.set('step', step)
    void submit(fields, { method: 'post' })
  }
  const latest = useRef(save)
  latest.current = save

  useEffect(() => {
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden' && timer.current) latest.current()
    }
    document.addEventListener('visibilitychange', saveIfHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden)
      if (timer.current) clearTimeout(timer.current)
    }
  }, [])

  return {
    soon: () => {
      if (!isOn) return
      stop()
      timer.current = setTimeout(() => latest.current(), saveDelay)
    },
    stop,
  }
}
