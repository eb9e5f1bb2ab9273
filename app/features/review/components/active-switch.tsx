import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { statusNotUpdated } from '#app/features/businesses/schema.ts'
import { type ToastMessage, useToast } from '#app/ui/toast.tsx'

interface ActiveSwitchProps {
  businessId: string
  name: string
  isActive: boolean
  /** Where whoever has no script comes back to. */
  page: string
}

const address = '/admin/business-visibility'

/** Shows anybody's business in the directory or hides it: moves at once, and back where that cannot be done. */
export function ActiveSwitch({ businessId, name, isActive, page }: ActiveSwitchProps) {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [wish, setWish] = useState<boolean | null>(null)

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
      <input type="hidden" name="businessId" value={businessId} />
      <input type="hidden" name="isActive" value={String(!isActive)} />
      <input type="hidden" name="page" value={page} />
      <button
        type="submit"
        className="switch"
        role="switch"
        aria-label={`Active: ${name}`}
        aria-checked={wish ?? isActive}
        {...(wish !== null && { 'aria-busy': true })}
      >
        <span className="switch-track" aria-hidden="true" />
        Active
      </button>
    </form>
  )
}

/** Tells the server; resolves to what it says, or to why it could not be asked. */
async function change(form: FormData): Promise<ToastMessage> {
  try {
    const answer = await fetch(address, { method: 'POST', body: form, headers: { Accept: 'application/json' } })
    const { toast } = (await answer.json()) as { toast?: ToastMessage }
    return toast ?? statusNotUpdated
  } catch {
    return statusNotUpdated
  }
}
