import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Reads what is left of a request's body once it is answered. The listener of @hono/node-server waits for the end of it for half a second
 * and then cuts the connection off, with whatever other request is under way on it by then. But where somebody began to read the body and
 * stopped, as where it is too large, the end never comes (docs/upstream.md).
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.readableEnded) return
    // Whoever began to read it would only take it when asked.
    request.removeAllListeners('data').removeAllListeners('readable')
    request.resume()
  })
}
