import type { RouterContextProvider } from 'react-router'
import type { CartOwner } from '#app/features/shop/cart/service.server.ts'
import { parseCartCookie } from '#app/lib/cookies.server.ts'
import { actorContext, requestContext } from '#app/platform/.server/http/request-context.ts'

/** Returns the owner of the cart of a request. */
export async function cartOwnerOf(request: Request, context: Readonly<RouterContextProvider>): Promise<CartOwner> {
  return {
    actor: await context.get(actorContext)(),
    token: await parseCartCookie(request.headers.get('Cookie')),
    clientIp: context.get(requestContext).clientIp,
  }
}
