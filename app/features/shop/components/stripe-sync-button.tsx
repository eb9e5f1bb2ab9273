import { RefreshCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { explainUnsentForm } from '#app/ui/preserve-input.ts'
import { useToast } from '#app/ui/toast.tsx'
import { type StripeSyncOutcome, stripeSyncToast } from '../stripe-sync/model.ts'

const address = href('/functions/v1/sync-stripe-products')

/**
 * Syncs the products to the card payment provider and shows the result; without JavaScript the shop page shows it. For admins
 * only.
 */
export function StripeSyncButton() {
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const sync = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const outcome = await askServer()
    toast(stripeSyncToast(outcome))
    if (!('error' in outcome)) await revalidate()
    setBusy(false)
  }
  return (
    <form method="post" action={address} onSubmit={sync}>
      <Button type="submit" kind="quiet" {...(busy && { 'aria-disabled': true, 'aria-busy': true })}>
        {busy ? <span className="spinner" aria-hidden="true" /> : <Icon of={RefreshCw} size="small" />}
        Sync with Stripe
      </Button>
    </form>
  )
}

/** Returns the server's message, or that the server could not be reached. */
async function askServer(): Promise<StripeSyncOutcome> {
  try {
    const answer = await fetch(address, { method: 'POST' })
    return (await answer.json()) as StripeSyncOutcome
  } catch (error) {
    return { error: explainUnsentForm(error) }
  }
}
