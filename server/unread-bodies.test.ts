import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#tests/one-connection.ts'
import { drainUnreadBody } from './unread-bodies.ts'

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
    drainUnreadBody(incoming, outgoing)
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
  const { send, close } = openConnection(`http://127.0.0.1:${port}`)
  onTestFinished(close)
  expect(await send('POST', '/', 'a'.repeat(1_000_000))).toEqual({ status: 403, isReused: false })
  expect(await send('POST', '/slow', 'x=1')).toEqual({ status: 200, isReused: true })
})

test('a body that does not end after the answer ends with its connection', async () => {
  const port = await openServer(async ({ body }) => (body ? refuse() : new Response()))
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (data) => {
    text += data
  })
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write('POST / HTTP/1.1\r\nHost: muster.example\r\nContent-Length: 1000000000\r\n\r\n')
  const more = setInterval(() => socket.write('x'.repeat(1_000)), 20)
  await ended
  clearInterval(more)
  expect(text).toMatch(/^HTTP\/1\.1 403 /)
})
