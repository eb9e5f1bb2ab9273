import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { RemovedTradeWithBusinessCount } from '../model.ts'

/** Tells admins which trades were removed from the file and are still on businesses. */
export function RemovedTradesNotice({ trades }: { trades: RemovedTradeWithBusinessCount[] }) {
  return (
    <Notice tone="waiting">
      <p>
        <strong>
          {trades.length === 1 ? 'A trade' : 'Some trades'} no longer in content/trades.yaml{' '}
          {trades.length === 1 ? 'is' : 'are'} still on businesses.
        </strong>{' '}
        They keep it until their owners pick another, and are found by it in the directory.
      </p>
      <ul>
        {trades.map(({ id, name, businesses }) => (
          <li key={id}>
            {name} ({id}): {formatCountWithNoun(businesses, 'business', 'businesses')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
