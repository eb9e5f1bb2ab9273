import type { RouterContextProvider } from 'react-router'
import type { ShortlistOwner } from '#app/features/shortlist/service.server.ts'
import { parseShortlistCookie } from '#app/lib/shortlist-cookie.server.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'

/** Returns whose shortlist a request is about. */
export async function shortlistOwnerOfRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<ShortlistOwner> {
  return {
    actor: await context.get(actorContext)(),
    cookieIds: await parseShortlistCookie(request.headers.get('Cookie'), context.get(platformContext).secret.all),
  }
}
