import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import { useToast } from './toast.tsx'

interface FormSwitchProps {
  /** Where the form is sent, which answers a script with `{ toast }`. */
  address: string
  /** Whether it is on. */
  isOn: boolean
  /** The name of the field that says what it is to be: 'true' or 'false'. */
  field: string
  /** What is sent beside it. */
  others: Record<string, string>
  /** What is said where the server could not be asked. */
  failed: ToastMessage
  /** For those who do not see what it stands beside. */
  label?: string
  children: string
}

/**
 * A switch that is a form of its own: moves at once, and back where that cannot be done. Without a script it is a button that
 * sends the form.
 */
export function FormSwitch({ address, isOn, field, others, failed, label, children }: FormSwitchProps) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [wanted, setWanted] = useState<boolean | null>(null)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // One at a time: the server might take two in another order.
    if (wanted !== null) return
    setWanted(!isOn)
    const said = (await askServer(address, new FormData(event.currentTarget))) ?? failed
    toast(said)
    if (!said.bad) await revalidate()
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

/** What the server says to a form; undefined where it could not be asked. */
async function askServer(address: string, form: FormData): Promise<ToastMessage | undefined> {
  try {
    const answer = await fetch(address, { method: 'POST', body: form, headers: { Accept: 'application/json' } })
    return ((await answer.json()) as { toast?: ToastMessage }).toast
  } catch {
    return undefined
  }
}
