import { data, href } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/mails.ts'
import { findCapturedMailsLink } from './find-mail.server.ts'
import './mail.css'

export async function loader({ context }: Route.LoaderArgs) {
  const platform = context.get(platformContext)
  if (!findCapturedMailsLink(platform)) throw data(null, { status: 404 })
  const mails = await listCapturedMails(platform.db, 100)
  return {
    mails: mails.map(({ id, recipient, subject, capturedAt }) => ({
      id,
      recipient,
      subject,
      at: formatDateTime(capturedAt),
    })),
  }
}

export function meta() {
  return [{ title: 'Mail – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Mails({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <div className="wrap section">
      <h1>Mail</h1>
      <p className="lead mt-3">
        This is for trying Muster out: no mail server is set, so what would be sent is kept here instead, for everyone
        to read. A real site has no such page.
      </p>
      {mails.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="No mail yet">
            <p>Register, or ask for a new password, and the mail appears here within a second or two.</p>
          </EmptyState>
        </div>
      ) : (
        <ol className="kept-mails mt-8">
          {mails.map(({ id, recipient, subject, at }) => (
            <li key={id}>
              {/* Loaded as a page of its own: only there may a mail be framed. */}
              <a href={href('/dev/mail/:id', { id: String(id) })}>{subject}</a>
              <span className="muted">
                to {recipient}, {at}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
