import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type ToastMessage, useToast } from '#app/ui/toast.tsx'

const address = '/functions/v1/sync-stripe-products'

/** Has the products made known to the card payment provider, and says what came of it. For admins alone. */
export function StripeSyncButton() {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const sync = async () => {
    if (busy) return
    setBusy(true)
    toast(await askServer())
    setBusy(false)
  }
  return (
    <Button
      kind="quiet"
      className="needs-script"
      onClick={sync}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : <Icon of={RefreshCw} size="small" />}
      Sync with Stripe
    </Button>
  )
}

interface Answer {
  success?: boolean
  error?: string
  synced_count?: number
  existing_count?: number
}

async function askServer(): Promise<ToastMessage> {
  const failed = { title: 'Sync failed', description: 'Failed to sync products with Stripe', bad: true }
  try {
    const answer: Answer = await (await fetch(address, { method: 'POST' })).json()
    if (!answer.success) return { ...failed, description: answer.error ?? failed.description }
    const { synced_count = 0, existing_count = 0 } = answer
    return {
      title: 'Products synced successfully!',
      description: `${synced_count} new, ${existing_count} there already.`,
    }
  } catch {
    return failed
  }
}
