import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ToastMessage, useToast } from '#app/ui/toast.tsx'
import { messages } from '../schema.ts'

interface VisibilitySwitchProps {
  isActive: boolean
  /** Where it stands, and where whoever has no script comes back to. */
  page: string
}

const address = '/my-business/visibility'

/**
 * Shows a business in the directory or hides it: moves at once, and back where that cannot be done. Without a script it is a
 * button that sends its form.
 */
export function VisibilitySwitch({ isActive, page }: VisibilitySwitchProps) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [wish, setWish] = useState<boolean | null>(null)
  const shown = wish ?? isActive

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // One at a time: the server might take two in another order.
    if (wish !== null) return
    setWish(!isActive)
    const said = await change(new FormData(event.currentTarget))
    toast(said)
    if (!said.bad) await revalidate()
    setWish(null)
  }
  return (
    <form method="post" action={address} onSubmit={send}>
      <input type="hidden" name="isActive" value={String(!isActive)} />
      <input type="hidden" name="page" value={page} />
      <button
        type="submit"
        className="switch"
        role="switch"
        aria-checked={shown}
        {...(wish !== null && { 'aria-busy': true })}
      >
        <span className="switch-track" aria-hidden="true" />
        Show in the directory
      </button>
    </form>
  )
}

/** Tells the server; resolves to what it says, or to why it could not be asked. */
async function change(form: FormData): Promise<ToastMessage> {
  try {
    const answer = await fetch(address, { method: 'POST', body: form, headers: { Accept: 'application/json' } })
    const { toast } = (await answer.json()) as { toast?: ToastMessage }
    return toast ?? messages.visibilityFailed
  } catch {
    return messages.visibilityFailed
  }
}
