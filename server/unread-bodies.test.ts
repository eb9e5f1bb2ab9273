import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { readUnreadBody } from './unread-bodies.ts'

const refuse = () => new Response('no', { status: 403 })

/** A server that refuses what is posted to it with this, and takes longer for /slow than a body is waited for. */
async function openServer(handle: (request: Request) => Promise<Response>): Promise<number> {
  const answer = getRequestListener(
    async (asked) => {
      if (!asked.url.endsWith('/slow')) return await handle(asked)
      await sleep(800)
      return new Response('slow')
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer((incoming, outgoing) => {
    readUnreadBody(incoming, outgoing)
    void answer(incoming, outgoing)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

// spec: growth.17
test.each([
  ['nobody reads', async () => refuse()],
  [
    'somebody looks at',
    async ({ body }: Request) => {
      await sleep(5)
      return body ? refuse() : new Response()
    },
  ],
  [
    'somebody begins to read',
    async ({ body }: Request) => {
      const reader = body?.getReader()
      await reader?.read()
      reader?.releaseLock()
      return refuse()
    },
  ],
])('a body that %s ends no other request on its connection', async (_, handle) => {
  const port = await openServer(handle)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const post = (path: string, body: string) =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const sent = request({ port, path, method: 'POST', agent }, (response) => {
        response.resume().once('end', () => resolve({ status: response.statusCode, isReused: sent.reusedSocket }))
      })
      sent.once('error', reject).end(body)
    })
  expect(await post('/', 'a'.repeat(1_000_000))).toEqual({ status: 403, isReused: false })
  expect(await post('/slow', 'x=1')).toEqual({ status: 200, isReused: true })
})
