import type { RouterContextProvider } from 'react-router'
import type { CartOwner } from '#app/features/shop/cart/service.server.ts'
import { parseCartTokenCookie } from '#app/lib/cookies.server.ts'
import { actorContext, requestContext } from '#app/platform/.server/http/request-context.ts'

/** Returns the owner of the cart of a request. */
export async function cartOwnerOfRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<CartOwner> {
  return {
    actor: await context.get(actorContext)(),
    token: await parseCartTokenCookie(request.headers.get('Cookie')),
    clientIp: context.get(requestContext).clientIp,
  }
}
