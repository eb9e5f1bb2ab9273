import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { untrustedFrameHeaders } from '../sandbox.server.ts'
import type { Route } from './+types/mail-html.ts'
import { findCapturedMailByNumber } from './find-mail.server.ts'

/** The HTML of an email alone; its links open in the top window. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await findCapturedMailByNumber(context.get(platformContext), params.id)
  if (!mail) return new Response('Not found', { status: 404 })
  return new Response(mail.html.replaceAll('target="_blank"', 'target="_top"'), {
    headers: {
      ...untrustedFrameHeaders([], 'allow-top-navigation-by-user-activation'),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  })
}
