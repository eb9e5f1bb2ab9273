import { href } from 'react-router'
/** Where the provider's products are read anew. */
export const syncPath = href('/admin/shop-sync')

/** What is said once 'Sync now' was pressed. */
export const syncMessages = {
  done: { title: 'Syncing', description: 'The products are being read. Load this page again in a moment.' },
  'not-set-up': { title: 'Sync failed', description: 'No print provider is set up.', bad: true },
} as const

/** How the last reading of the provider's products went. */
export interface SyncStatus {
  kind: 'products' | 'stripe'
  succeededAt: Date | null
  triedAt: Date | null
  failure: string | null
  refused: { productId: number; variantId: number; name: string; reason: string }[]
}
