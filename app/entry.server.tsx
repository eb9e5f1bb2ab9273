import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { parseFlashCookie } from './lib/cookies.server.ts'
import { NonceContext } from './lib/nonce.ts'
import type { RouteHandle } from './lib/page-cache.ts'
import {
  actorContext,
  platformContext,
  requestContext,
  routeErrorsContext,
} from './platform/.server/http/request-context.ts'
import { deferPageScripts } from './platform/.server/page-cache/deferred-hydration.ts'
import { renderedPageBytesByResponse } from './platform/.server/page-cache/page-bytes.ts'

/** How long a page may take to load all of its data, in milliseconds. */
export const pageStreamTimeout = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { id, nonce } = context.get(requestContext)
  const { log } = context.get(platformContext)
  const errors = context.get(routeErrorsContext)
  const html = await render(
    <NonceContext value={nonce ?? undefined}>
      <ServerRouter context={routerContext} url={request.url} {...(nonce !== null && { nonce })} />
    </NonceContext>,
    nonce,
    (error) => {
      errors.push(error)
      log.error({ requestId: id, error }, 'rendering failed')
    },
  )
  // In development Vite's own scripts come first.
  if (import.meta.env.DEV) return new Response(html, { status, headers })
  const { actionData, matches } = routerContext.staticHandlerContext
  const isMember =
    (await context
      .get(actorContext)()
      .catch(() => null)) !== null
  const hasNews = actionData !== null || (await parseFlashCookie(request.headers.get('Cookie'))) !== null
  const isAsked = matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.runsScriptsAtOnce)
  // A visitor's next page is fetched while the pointer rests on its link. Pages that differ after a form was sent are left out.
  if (!isMember) headers.set('Speculation-Rules', '"/speculation-rules.json"')
  const bytes = Buffer.from(deferPageScripts(html, { atOnce: isMember || hasNews || isAsked }))
  const response = new Response(bytes, { status, headers })
  renderedPageBytesByResponse.set(response, bytes)
  return response
}

/** Renders a whole page, with all that it loads. */
function render(page: ReactNode, nonce: string | null, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let isReady = false
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce !== null && { nonce }),
      // A part that comes later would need a script to get to its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        isReady = true
        clearTimeout(timer)
        const chunks: Buffer[] = []
        pipe(
          new Writable({
            // It keeps what comes anyway: React need not wait for it after each few pieces.
            highWaterMark: Number.MAX_SAFE_INTEGER,
            write: (chunk: Buffer, _, done) => {
              chunks.push(chunk)
              done()
            },
            final: (done) => {
              resolve(Buffer.concat(chunks).toString())
              done()
            },
          }),
        )
      },
      onShellError: reject,
      onError: (error: unknown) => {
        // Errors before the shell reach onShellError, whose caller logs them with the request.
        if (isReady) onError(error)
      },
    })
    const timer = setTimeout(() => abort(), pageStreamTimeout + 1_000)
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Responses thrown by routes and aborted requests are not errors of ours.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { id } = context.get(requestContext)
  context.get(routeErrorsContext).push(error)
  context.get(platformContext).log.error({ requestId: id, error }, 'request failed')
}
