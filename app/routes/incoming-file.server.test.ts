import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { incomingFileOfForm } from './incoming-file.server.ts'

const mebibyte = 2 ** 20
const type = 'multipart/form-data; boundary=xyz'
const head = '--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'

afterEach(() => void vi.useRealTimers())

/** Sends a file of so many bytes, so many of them a second; gives what became of it, and after how many seconds. */
async function sendAt(bytesPerSecond: number, bytes: number, first = 0) {
  vi.useFakeTimers()
  const begun = performance.now()
  let left = bytes - first
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.concat([Buffer.from(head), Buffer.alloc(first)])),
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const part = Math.min(left, bytesPerSecond)
      left -= part
      controller.enqueue(new Uint8Array(part))
      if (left > 0) return
      controller.enqueue(Buffer.from('\r\n--xyz--\r\n'))
      controller.close()
    },
  })
  const init = { method: 'POST', body, headers: { 'Content-Type': type }, duplex: 'half' }
  const request = new Request('http://muster.example/', init as RequestInit)
  const read = incomingFileOfForm(request, 'file')
    .read(bytes)
    .then(
      ({ outcome }) => ({ outcome, seconds: (performance.now() - begun) / 1_000 }),
      ({ name }) => ({ outcome: name, seconds: (performance.now() - begun) / 1_000 }),
    )
  await vi.advanceTimersByTimeAsync(600_000)
  return read
}

// spec: hold.4.10
test('a body slower than a quarter of a megabit holds its place for 15 seconds; 8 MiB at that speed come through', async () => {
  expect(await sendAt(33_000, 8 * mebibyte)).toMatchObject({ outcome: 'received' })
  const slow = await sendAt(1_000, 8 * mebibyte)
  expect(slow.outcome).toBe('UploadStopped')
  expect(slow.seconds).toBeLessThan(17)
  const lateSlow = await sendAt(1_000, 8 * mebibyte, mebibyte)
  expect(lateSlow.outcome).toBe('UploadStopped')
  expect(lateSlow.seconds).toBeLessThan(60)
  // What is small comes through at any speed.
  expect(await sendAt(1_000, 10_000)).toMatchObject({ outcome: 'received' })
})

/** A server that reads files; says what became of each, and how long it says it is. */
async function openServer() {
  const outcomes: Promise<string>[] = []
  const bodies: (number | undefined)[] = []
  const answer = getRequestListener(
    async (request) => {
      const file = incomingFileOfForm(request, 'file')
      bodies.push(file.bodyBytes)
      const read = file.read(mebibyte).then(
        (received) => (received.outcome === 'received' ? `received ${received.bytes.length}` : received.outcome),
        (error: Error) => error.name,
      )
      outcomes.push(read)
      return new Response(await read)
    },
    { overrideGlobalObjects: false },
  )
  const server = createServer(answer)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, outcomes, bodies }
}

/** Writes to a new connection, and gives what comes back until it closes or says something. */
async function talk(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (const part of parts) socket.write(part)
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('error', () => resolve('closed'))
    socket.once('close', () => resolve('closed'))
  })
}

const request = (lines: string) =>
  `POST / HTTP/1.1\r\nHost: muster.example\r\nContent-Type: ${type}\r\n${lines}\r\n\r\n`
const whole = `${head}bytes\r\n--xyz--\r\n`

// spec: hold.4.5
test('a connection that is cut half way ends the reading at once', async () => {
  const { port, outcomes } = await openServer()
  for (const lines of ['Content-Length: 900000', 'Transfer-Encoding: chunked']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(request(lines))
    socket.write(lines.startsWith('Content') ? head : `${head.length.toString(16)}\r\n${head}\r\n`)
    const before = outcomes.length
    await expect.poll(() => outcomes.length).toBe(before + 1)
    socket.destroy()
    // One that was waited for in vain would be stopped.
    expect(await outcomes.at(-1)).toBe('none')
  }
})

// spec: hold.4.1
test('a length that lies makes no body longer than its place, and no place smaller than its body', async () => {
  const { port, outcomes, bodies } = await openServer()
  // Longer than it says: the rest is another request, and no good one.
  await talk(port, request('Content-Length: 20'), whole)
  expect([await outcomes.at(-1), bodies.at(-1)]).toEqual(['none', 20])
  for (const length of ['-1', '1e9', '0x10', '20, 900', `${'9'.repeat(30)}`]) {
    const reached = outcomes.length
    await talk(port, request(`Content-Length: ${length}`), whole, '\r\n'.repeat(10))
    // Node refuses most of them; what reaches us counts as the most.
    if (outcomes.length > reached) expect(bodies.at(-1), length).toBeUndefined()
  }
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  expect(await talk(port, request('Transfer-Encoding: chunked'), chunk(whole), '0\r\n\r\n')).toContain('received 5')
  expect(bodies.at(-1)).toBeUndefined()
  const large = `${head}${'x'.repeat(2 * mebibyte)}\r\n--xyz--\r\n`
  expect(await talk(port, request('Transfer-Encoding: chunked'), chunk(large), '0\r\n\r\n')).toContain('too-large')
  const expecting = connect(port, '127.0.0.1')
  onTestFinished(() => void expecting.destroy())
  let text = ''
  expecting.on('data', (data) => {
    text += data
    if (text.endsWith('HTTP/1.1 100 Continue\r\n\r\n')) expecting.write(whole)
  })
  expecting.write(request(`Expect: 100-continue\r\nContent-Length: ${whole.length}`))
  await expect.poll(() => text).toContain('received 5')
})
