import { data, href, Link } from 'react-router'
import { formatDateTime } from '#app/lib/dates.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/mail.ts'
import { findCapturedMailByNumber } from './find-mail.server.ts'
import './mail.css'

export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await findCapturedMailByNumber(context.get(platformContext), params.id)
  if (!mail) throw data(null, { status: 404 })
  const { id, recipient, subject, plainText, capturedAt } = mail
  return { id, recipient, subject, plainText, at: formatDateTime(capturedAt) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.subject ?? 'Mail'} – Muster` }, { name: 'robots', content: 'noindex' }]
}

export default function MailRoute({ loaderData: { id, recipient, subject, plainText, at } }: Route.ComponentProps) {
  return (
    <div className="wrap section">
      <p>
        <Link to={href('/dev/mail')}>All mail</Link>
      </p>
      <h1 className="mt-3">{subject}</h1>
      <p className="lead mt-3">
        To {recipient}, {at}. Kept for trying Muster out, and never sent.
      </p>
      <div className="kept-mail mt-8">
        <section aria-labelledby="as-html">
          <h2 id="as-html">As a mail program shows it</h2>
          <iframe
            className="mt-3"
            src={href('/dev/mail/:id/html', { id: String(id) })}
            title={`The mail: ${subject}`}
            sandbox="allow-top-navigation-by-user-activation"
          />
        </section>
        <section aria-labelledby="as-text">
          <h2 id="as-text">As plain text</h2>
          <p className="mail-text mt-3">
            <LinkedText text={plainText} />
          </p>
        </section>
      </div>
    </div>
  )
}

/** Plain text with links. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a mail never move
      <a key={index} href={part}>
        {part}
      </a>
    ),
  )
}
