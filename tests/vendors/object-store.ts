import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Config } from '#app/platform/.server/config.ts'

interface StoreRequest {
  method: string
  path: string
  authorization: string
  date: string
  type: string
}

export interface ObjectStore {
  /** The settings that lead to it. */
  s3: NonNullable<Config['s3']>
  port: number
  /** What it holds, by path. */
  objects: Map<string, Buffer>
  /** Received requests, oldest first. */
  requests: StoreRequest[]
  /** Refuses each request with this status and code, or those of this method alone; null to accept them again. */
  refuse: (fault: { status: number; code: string; method?: string } | null) => void
  stop: () => Promise<void>
}

/** A local server with the part of the S3 protocol that a store needs: PUT, GET, DELETE, and NoSuchKey for missing keys. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const requests: StoreRequest[] = []
  let refusal: Parameters<ObjectStore['refuse']>[0] = null

  async function answer(request: IncomingMessage): Promise<{ status: number; body: Buffer | string; type?: string }> {
    const { pathname: path } = new URL(request.url ?? '/', 'http://store.invalid')
    const { method = '' } = request
    const header = (name: string) => String(request.headers[name] ?? '')
    requests.push({
      method,
      path,
      authorization: header('authorization'),
      date: header('x-amz-date'),
      type: header('content-type'),
    })
    const body = await buffer(request)
    if (refusal && (refusal.method ?? method) === method) return fault(refusal.status, refusal.code)
    if (method === 'PUT') {
      objects.set(path, header('content-encoding').includes('aws-chunked') ? unchunk(body) : body)
      return { status: 200, body: '' }
    }
    if (method === 'DELETE') {
      objects.delete(path)
      return { status: 204, body: '' }
    }
    const object = objects.get(path)
    return object ? { status: 200, body: object, type: 'application/octet-stream' } : fault(404, 'NoSuchKey')
  }

  const server = createServer((request, response) => {
    // Tests include clients that disconnect in the middle.
    answer(request).then(
      ({ status, body, type }) => response.writeHead(status, type ? { 'Content-Type': type } : {}).end(body),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    s3: {
      bucket: 'muster-files',
      region: 'eu-west-2',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
    },
    port,
    objects,
    requests,
    refuse: (fault) => {
      refusal = fault
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function fault(status: number, code: string) {
  return {
    status,
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    type: 'application/xml',
  }
}

/** Decodes a chunked body with trailing checksums. */
function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
