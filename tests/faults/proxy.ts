import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a network does to those who use it. */
export type Network =
  | 'well'
  /** Whoever is connected is cut off, and nobody gets in, as when the server was killed. */
  | 'gone'
  /** Connections stay and new ones are accepted, but nothing arrives any more, in either direction. */
  | 'silent'
  /** As silent for the connections that are open; new ones are well, as where something on the way has forgotten them. */
  | 'forgetful'
  /** Each piece of an answer waits for so many milliseconds. */
  | { delayMs: number }

/** A TCP proxy in front of a server, which the faults of a network can be set on. */
export interface NetworkProxy {
  port: number
  /** How often somebody has connected. */
  readonly connections: number
  /** The same URL, with the proxy's address instead of the server's. */
  through: (url: string) => string
  /** Returns when it is so. What was sent into a silent network is lost: its connections end when it is well again. */
  become: (network: Network) => Promise<void>
  close: () => Promise<void>
}

/** Starts a proxy to a port of this machine, on a free port. */
export async function startProxy(targetPort: number): Promise<NetworkProxy> {
  let network: Network = 'well'
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((near) => {
    connections += 1
    follow(near)
    if (network === 'silent') return near.pause()
    const far = connect(targetPort, '127.0.0.1')
    follow(far)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
    near.pipe(far)
    far.pipe(slow()).pipe(near)
  })
  const follow = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  const slow = () =>
    new Transform({
      transform: async (piece, _encoding, pass) => {
        if (typeof network === 'object') await sleep(network.delayMs)
        pass(null, piece)
      },
    })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  const port = await listen(0)
  return {
    port,
    get connections() {
      return connections
    },
    through: (url) => {
      const changed = new URL(url)
      Object.assign(changed, { hostname: '127.0.0.1', port: String(port) })
      // A URL of a site without a path is an origin, which ends without a slash.
      return changed.protocol.startsWith('http') && changed.pathname === '/' ? changed.origin : changed.href
    },
    become: async (next) => {
      const before = network
      network = next
      if (next === 'gone') return close()
      if (next === 'silent' || next === 'forgetful') {
        for (const socket of sockets) {
          socket.unpipe()
          socket.pause()
        }
      }
      // A middlebox that has forgotten a connection answers what comes next with a reset.
      else if (before === 'silent') cut()
      if (!server.listening) await listen(port)
    },
    close,
  }
}
