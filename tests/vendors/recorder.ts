import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface RecordedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

/** A local web server that keeps what it is sent. */
export async function startRecorder() {
  const requests: RecordedRequest[] = []
  let next: Answer | 'silence' = { status: 200 }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    if (next === 'silence') return
    if (next.status < 400) requests.push({ method, url, headers, body })
    response.writeHead(next.status, { 'Content-Type': 'application/json', ...next.headers }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** What was taken: a request that is refused is not kept. */
    requests,
    /** Answers so from now on, or not at all. */
    answer: (answer: Answer | 'silence') => {
      next = answer
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
