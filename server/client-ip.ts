import { type BlockList, isIPv4, isIPv6 } from 'node:net'

/** What the proxy headers say about a request. Only headers set by trusted proxies count. */
export interface ForwardedRequest {
  /** The nearest address that is not a trusted proxy. */
  clientIp: string
  /** The scheme the visitor used. */
  protocol: 'http' | 'https'
}

/**
 * Reads X-Forwarded-For from the right, the end our own proxies write to, and skips trusted addresses. Anything a visitor adds is
 * further left and never reached. X-Forwarded-Proto counts only if the socket's address is trusted.
 */
export function parseForwardedHeaders(
  socketAddress: string,
  headers: { forwardedFor: string | undefined; forwardedProto: string | undefined },
  trusted: BlockList,
): ForwardedRequest {
  const socket = withoutMapping(socketAddress)
  if (!isTrusted(socket, trusted)) return { clientIp: socket, protocol: 'http' }
  const chain = (headers.forwardedFor ?? '').split(',').map((part) => withoutMapping(part.trim()))
  let clientIp = socket
  for (const hop of chain.reverse()) {
    if (!isIPv4(hop) && !isIPv6(hop)) break
    clientIp = hop
    if (!isTrusted(hop, trusted)) break
  }
  const protocol = headers.forwardedProto?.split(',').at(-1)?.trim() === 'https' ? 'https' : 'http'
  return { clientIp, protocol }
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return isIPv4(address) ? trusted.check(address) : isIPv6(address) && trusted.check(address, 'ipv6')
}

/** Dual-stack sockets report `127.0.0.1` as `::ffff:127.0.0.1`. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
