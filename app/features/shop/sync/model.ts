import { href } from 'react-router'
import { failureToast } from '#app/lib/toast-message.ts'

/** Path of the form that starts a sync. */
export const productSyncPath = href('/admin/shop-sync')

/** The toast after 'Sync now'. */
export const productSyncToasts = {
  done: {
    title: 'Syncing',
    description: 'The products are being read. Load this page again in a moment.',
    asks: 'here',
  },
  failed: failureToast('Sync failed'),
  'not-set-up': { title: 'Sync failed', description: 'No print provider is set up.', bad: true },
} as const

/** The result of the last sync of the provider's products. */
export interface ProductSyncStatus {
  kind: 'products' | 'stripe'
  succeededAt: Date | null
  triedAt: Date | null
  failure: string | null
  refused: { productId: number; variantId: number; name: string; reason: string }[]
}
