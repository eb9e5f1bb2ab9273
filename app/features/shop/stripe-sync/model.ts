import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'

/** The result of a sync with the card payment provider, in products. */
export type StripeSyncOutcome = { success: true; synced_count: number; existing_count: number } | { error: string }

export const stripeSyncFailedMessage = 'Failed to sync products with Stripe'

/** The toast for an admin. */
export function stripeSyncToast(outcome: StripeSyncOutcome): ToastMessage {
  if ('error' in outcome)
    return { title: 'Sync failed', description: outcome.error || stripeSyncFailedMessage, bad: true }
  const { synced_count: synced, existing_count: existing } = outcome
  return {
    title: 'Products synced successfully!',
    description: `${formatCountWithNoun(synced, 'product')} synced, ${existing} already up to date.`,
  }
}
