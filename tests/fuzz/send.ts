import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** Milliseconds an answer may take. */
const patience = 5_000

export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
  /** Leaves the length unsaid and sends the body in chunks. */
  chunked: boolean
}

export type Answer =
  | { kind: 'answer'; status: number; headers: IncomingHttpHeaders; text: string }
  /** The connection ended without an answer, or none came in time. */
  | { kind: 'closed' | 'late' }

const agent = new Agent({ keepAlive: true })

/** Sends one request over HTTP, and reads its answer; of one that does not end only the head. */
export function send(origin: string, { method, path, headers, body, chunked }: Sent): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    const length = body && !chunked ? { 'Content-Length': String(body.length) } : {}
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
    const timer = setTimeout(() => {
      resolve({ kind: 'late' })
      sent.destroy()
    }, patience)
    const end = (answer: Answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    sent.on('error', () => end({ kind: 'closed' }))
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const chunks: Buffer[] = []
      const finish = () => end({ kind: 'answer', status, headers, text: Buffer.concat(chunks).toString() })
      if (headers['content-type']?.startsWith('text/event-stream')) {
        finish()
        sent.destroy()
        return
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', finish)
      response.on('error', () => end({ kind: 'closed' }))
    })
    if (body) sent.write(body)
    sent.end()
  })
}

/** What came back to bytes written to a socket as they stand: the statuses, and whether the connection ended in time. */
export function sendRaw(
  origin: string,
  bytes: string,
  { cut }: { cut: boolean },
): Promise<{ statuses: number[]; ended: boolean }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    let text = ''
    let ended = true
    const timer = setTimeout(() => {
      ended = false
      socket.destroy()
    }, patience)
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const lines = text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)
      resolve({ statuses: [...lines].map(([, status]) => Number(status)), ended })
    })
    socket.write(bytes, 'latin1', () => {
      if (cut) socket.resetAndDestroy()
    })
  })
}
