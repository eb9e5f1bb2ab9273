import { RouterContextProvider } from 'react-router'
import { identifyActor } from '#app/features/profile/service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** What the host and the root's middleware tell a route of a request. */
export function contextFor(platform: Platform, request: Request): Readonly<RouterContextProvider> {
  const context = new RouterContextProvider()
  context.set(platformContext, platform)
  context.set(requestContext, {
    id: 'a test',
    nonce: '',
    clientIp: '192.0.2.1',
    publicUrl: platform.publicUrl,
  })
  context.set(actorContext, async () => (await identifyActor(platform, request.headers)).actor)
  return context
}
