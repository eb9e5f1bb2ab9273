import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { NonceContext } from './lib/nonce.ts'
import { lateScripts } from './platform/.server/late-scripts.ts'
import { errorsContext, finishingContext, platformContext, requestContext } from './platform/.server/request-context.ts'

/** How long a page may take to load all of its data, in milliseconds. */
export const streamTimeout = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, { status, headers }))
  const { id, ...facts } = context.get(requestContext)
  const allowed = facts.nonce === null ? {} : { nonce: facts.nonce }
  const { log } = context.get(platformContext)
  // Bots, and whoever is answered from memory later, get the complete page; others get it streamed.
  const isWhole = context.get(finishingContext) !== null || isbot(request.headers.get('User-Agent'))
  const ready = isWhole ? 'onAllReady' : 'onShellReady'

  return new Promise((resolve, reject) => {
    let shellSent = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={facts.nonce ?? undefined}>
        <ServerRouter context={routerContext} url={request.url} {...allowed} />
      </NonceContext>,
      {
        ...allowed,
        [ready]: () => {
          shellSent = true
          const body = lateScripts()
          body.once('close', () => clearTimeout(timer))
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
          pipe(body)
        },
        onShellError: reject,
        onError: (error: unknown) => {
          // Errors before the shell reach onShellError, which logs them with the request.
          if (shellSent) log.error({ requestId: id, error }, 'rendering failed')
        },
      },
    )
    const timer = setTimeout(() => abort(), streamTimeout + 1_000)
  })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // Responses thrown by routes and aborted requests are not errors of ours.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { id } = context.get(requestContext)
  context.get(errorsContext).push(error)
  context.get(platformContext).log.error({ requestId: id, error }, 'request failed')
}
