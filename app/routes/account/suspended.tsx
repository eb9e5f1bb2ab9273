import { data, href, redirect } from 'react-router'
import { siteDetails } from '#app/features/content/service.server.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import { actorContext } from '#app/platform/.server/http/request-context.ts'
import { MessagePage } from '#app/ui/message-page.tsx'
import { suspensionContext } from '../session-middleware.server.ts'
import type { Route } from './+types/suspended.ts'

/** The page for a suspended member with a session: the reason, and how to contact us. */
export async function loader({ context }: Route.LoaderArgs) {
  if (await context.get(actorContext)()) throw redirect(href('/dashboard'))
  const suspension = await context.get(suspensionContext)()
  if (!suspension) throw redirect(href('/auth'))
  return data(
    { ...suspension, email: siteDetails.email },
    { status: 403, headers: { 'Cache-Control': 'private, no-store' } },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export function meta() {
  return [{ title: 'Your account is suspended – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function Suspended({ loaderData: { since, reason, email } }: Route.ComponentProps) {
  return (
    <MessagePage
      title="Your account is suspended"
      links={[
        { label: 'Go to the home page', to: href('/') },
        { label: 'Contact us', to: href('/contact') },
      ]}
    >
      <p>
        Since {formatLongDateTime(since)}, UK time, you cannot use your account, and your business is not shown. Nothing
        of yours has been deleted.
      </p>
      {reason && (
        <p className="mt-3">
          The reason: <strong>{reason}</strong>
        </p>
      )}
      <p className="mt-3">
        To ask {reason ? 'about it' : 'why'}, or if you think we are mistaken, write to{' '}
        <a href={`mailto:${email}`}>{email}</a>. A person reads it.
      </p>
    </MessagePage>
  )
}
