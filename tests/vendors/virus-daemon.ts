import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export interface VirusDaemon {
  /** For CLAMD_URL. */
  url: string
  /** The files it was asked to scan. */
  seen: Buffer[]
  /** Sets the response, or scans again (null). */
  say: (answer: string | null) => void
  /** Stops responding. */
  fallSilent: () => void
  stop: () => Promise<void>
}

/** The EICAR test file, which the simulator treats as a virus; in two parts so that no scanner finds it here. */
export const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A local daemon with ClamAV's protocol, on a port or a socket path. */
export async function startVirusDaemon(path?: string): Promise<VirusDaemon> {
  const seen: Buffer[] = []
  const open = new Set<Socket>()
  let reply: string | null = null
  let silent = false
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    let got = Buffer.alloc(0)
    socket.on('data', (data) => {
      got = Buffer.concat([got, data])
      const bytes = readStream(got)
      if (!bytes || silent) return
      seen.push(bytes)
      socket.end(`${reply ?? (bytes.includes(testVirus) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')}\0`)
    })
  })
  server.listen(path ? { path } : { port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  return {
    url: typeof address === 'object' && address ? `tcp://127.0.0.1:${address.port}` : `unix:${path}`,
    seen,
    say: (answer) => {
      reply = answer
    },
    fallSilent: () => {
      silent = true
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The content sent by INSTREAM; null while it is incomplete. */
function readStream(got: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (got.toString('latin1', 0, command.length) !== command) return null
  const portions: Buffer[] = []
  for (let at = command.length; at + 4 <= got.length; ) {
    const length = got.readUInt32BE(at)
    if (length === 0) return Buffer.concat(portions)
    if (at + 4 + length > got.length) return null
    portions.push(got.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
