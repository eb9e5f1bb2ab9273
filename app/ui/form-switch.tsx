import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { explainUnsentForm } from './preserve-input.ts'
import { useToast } from './toast.tsx'
import './form-switch.css'

interface FormSwitchProps {
  /** The action of the form, which returns `{ toast }` as JSON. */
  address: string
  /** Whether it is on. */
  isOn: boolean
  /** The name of the field with the new value, 'true' or 'false'. */
  field: string
  /** Further hidden fields. */
  others: Record<string, string>
  /** The toast if the server does not answer; the reason takes the place of its text. */
  failed: ToastMessage
  /** The accessible name, if the context is only visual. */
  label?: string
  children: string
}

/** A switch that submits a form: it moves at once, and back if the request fails. Without JavaScript it is a submit button. */
export function FormSwitch({ address, isOn, field, others, failed, label, children }: FormSwitchProps) {
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const [wanted, setWanted] = useState<boolean | null>(null)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // One request at a time, because two could arrive in another order.
    if (wanted !== null) return
    setWanted(!isOn)
    const toast = await askServer(address, new FormData(event.currentTarget), failed)
    // Shown even if the person has left the screen.
    showToast(toast)
    if (!toast.bad) await revalidate()
    setWanted(null)
  }
  return (
    <form method="post" action={address} onSubmit={send}>
      <input type="hidden" name={field} value={String(!isOn)} />
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className="switch"
        role="switch"
        aria-checked={wanted ?? isOn}
        {...(label && { 'aria-label': label })}
        {...(wanted !== null && { 'aria-busy': true })}
      >
        <span className="switch-track" aria-hidden="true" />
        {children}
      </button>
    </form>
  )
}

/** Returns the server's toast; `failed` if there is none. */
async function askServer(address: string, form: FormData, failed: ToastMessage): Promise<ToastMessage> {
  try {
    const answer = await fetch(address, { method: 'POST', body: form, headers: { Accept: 'application/json' } })
    return ((await answer.json()) as { toast?: ToastMessage }).toast ?? failed
  } catch (error) {
    return { ...failed, description: explainUnsentForm(error) }
  }
}
