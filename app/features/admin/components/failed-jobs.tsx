import { formatDateTime } from '#app/lib/dates.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { ScrollableTableRegion } from '#app/ui/table-region.tsx'
import './admin.css'

interface FailedJobsProps {
  failed: { id: string; name: string; failedAt: Date; tries: number; reason: string }[]
  queues: {
    queue: 'mail' | 'work' | 'orders' | 'feeds'
    due: number
    later: number
    underWay: number
    failed: number
  }[]
}

const names = { mail: 'Mail', work: 'Other jobs', orders: 'Orders of the shop', feeds: 'Feeds and products' }

/** Failed jobs with a retry button, and the number of jobs in each queue. */
export function FailedJobsAndQueuesSection({ failed, queues }: FailedJobsProps) {
  const all = queues.reduce((sum, queue) => sum + queue.failed, 0)
  return (
    <>
      <section aria-labelledby="queues">
        <h2 id="queues">Queues</h2>
        <ScrollableTableRegion label="Jobs in each queue">
          <thead>
            <tr>
              <th scope="col">Queue</th>
              <th scope="col" className="figure">
                Waiting
              </th>
              <th scope="col" className="figure">
                Scheduled
              </th>
              <th scope="col" className="figure">
                Running
              </th>
              <th scope="col" className="figure">
                Failed
              </th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ queue, ...counts }) => (
              <tr key={queue}>
                <th scope="row">{names[queue]}</th>
                {[counts.due, counts.later, counts.underWay, counts.failed].map((count, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={place} className="figure">
                    {count.toLocaleString('en-GB')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollableTableRegion>
      </section>
      <section aria-labelledby="failed">
        <h2 id="failed">Failed</h2>
        {failed.length === 0 ? (
          <EmptyState title="Nothing has failed" />
        ) : (
          <>
            {all > failed.length && (
              <p className="muted">
                The newest {failed.length} of {all.toLocaleString('en-GB')}.
              </p>
            )}
            <ScrollableTableRegion label="Failed jobs">
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">Failed</th>
                  <th scope="col">Why</th>
                  <th scope="col" className="figure">
                    Tries
                  </th>
                  <th scope="col">Again</th>
                </tr>
              </thead>
              <tbody>
                {failed.map(({ id, name, failedAt, tries, reason }) => (
                  <tr key={id}>
                    <th scope="row">
                      <code>{name}</code>
                      <span className="audit-id">{id}</span>
                    </th>
                    <td className="when">{formatDateTime(failedAt)}</td>
                    <td className="reason">{reason}</td>
                    <td className="figure">{tries}</td>
                    <td>
                      <ButtonForm
                        name="retry"
                        values={{ id }}
                        submit={
                          <>
                            Retry<span className="sr-only"> {name}</span>
                          </>
                        }
                        busy="Retrying..."
                        kind="secondary"
                        size="small"
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </ScrollableTableRegion>
          </>
        )}
      </section>
    </>
  )
}
