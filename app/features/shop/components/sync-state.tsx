import { formatDateTime } from '#app/lib/dates.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type ProductSyncStatus, productSyncPath, productSyncToasts } from '../sync/model.ts'
import './sync-state.css'

/** The status of the product sync: when it ran, what is not sold and why, and a button to sync now. */
export function ProductSyncStatusCard({ syncs }: { syncs: ProductSyncStatus[] }) {
  const products = syncs.find(({ kind }) => kind === 'products')
  const stripe = syncs.find(({ kind }) => kind === 'stripe')
  return (
    <section className="card sync-state" aria-labelledby="sync">
      <h2 id="sync">Products</h2>
      <dl>
        <div>
          <dt>Read from Printful</dt>
          <dd>{formatDateTime(products?.succeededAt ?? null)}</dd>
        </div>
        <div>
          <dt>Sent to Stripe</dt>
          <dd>{formatDateTime(stripe?.succeededAt ?? null)}</dd>
        </div>
      </dl>
      {[products, stripe].map(
        (sync) =>
          sync?.failure && (
            <Notice key={sync.kind} tone="bad">
              <p>
                {sync.kind === 'products' ? 'Reading from Printful' : 'Telling Stripe'} failed on{' '}
                {formatDateTime(sync.triedAt)}: {sync.failure}
              </p>
            </Notice>
          ),
      )}
      <ButtonForm
        name="sync-products"
        action={productSyncPath}
        stays
        failed={productSyncToasts.failed.title}
        submit="Sync now"
        busy="Syncing..."
        kind="secondary"
      />
      {products && products.refused.length > 0 && (
        <details className="disclosure">
          <summary>
            {products.refused.length === 1
              ? 'One variant is not sold'
              : `${products.refused.length} variants are not sold`}
          </summary>
          <ul className="refused">
            {products.refused.map(({ variantId, name, reason }) => (
              <li key={variantId}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
