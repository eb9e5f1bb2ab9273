import { formatDate } from '#app/lib/dates.ts'
import { ScrollableTableRegion } from '#app/ui/table-region.tsx'
import type { EnquirySpamSender } from '../model.ts'
import '#app/ui/table-region.css'

/** The senders of enquiries that owners reported as spam. What they send waits until they confirm their address. */
export function EnquirySpamSenderList({ senders }: { senders: EnquirySpamSender[] }) {
  if (senders.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="spam">
      <h2 id="spam">Reported as spam by owners</h2>
      <p className="muted">
        In the last 90 days. What these send to businesses waits until they confirm their address.
      </p>
      <ScrollableTableRegion label="Senders reported as spam">
        <thead>
          <tr>
            <th scope="col">Sender</th>
            <th scope="col">Reports</th>
            <th scope="col">Businesses</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {senders.map(({ email, reports, businesses, lastAt }) => (
            <tr key={email}>
              <th scope="row">{email}</th>
              <td>{reports}</td>
              <td>{businesses}</td>
              <td>{formatDate(lastAt)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTableRegion>
    </section>
  )
}
