import { type BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Secret } from '#app/platform/.server/security/secret.ts'
import { checkClock } from './check-clock.server.ts'
import { bad, type Finding, good, reasonOf, unknown, warning } from './finding-model.ts'
import { probeBytes, probeHeader, probePath, type SeenRequest, signProbe } from './probe.server.ts'

/** An address of a network for documentation, which no visitor has. */
const forgedIp = '203.0.113.7'
/** Seconds of silence that a stream of live updates may have. */
const silenceSeconds = 35
/** Milliseconds within which the first bytes of a stream must have come. */
const firstBytesMs = 3_000

interface ProxyOptions {
  publicUrl: string
  secret: Secret
  trustedProxies: BlockList
  /** Shorter in tests. */
  silence?: number
}

/** Asks the site by its public address, and compares what it sees with what was sent. */
export async function checkProxy({
  publicUrl,
  secret,
  trustedProxies,
  silence = silenceSeconds,
}: ProxyOptions): Promise<Finding[]> {
  const address = publicUrl + probePath
  const ask = (options: RequestInit = {}, query = '') =>
    fetch(address + query, {
      redirect: 'manual',
      ...options,
      headers: { [probeHeader]: signProbe(secret, Date.now()), ...options.headers },
      signal: AbortSignal.timeout((silence + 30) * 1_000),
    })
  let answer: Response
  try {
    answer = await ask({ method: 'POST', headers: { 'X-Forwarded-For': forgedIp } })
  } catch (error) {
    return [
      unknown(
        'Proxy',
        `${publicUrl} cannot be reached from here: ${reasonOf((error as Error).cause ?? error)}`,
        'Start the site, and see that its name leads here and its certificate is valid.',
      ),
    ]
  }
  if (answer.status === 404) {
    return [
      bad(
        'Proxy',
        `what answers at ${publicUrl} is another site, or has another SECRET or clock`,
        'See where the proxy passes requests on to, and that all processes have the settings of this one.',
      ),
    ]
  }
  if (answer.status !== 200) {
    return [bad('Proxy', `${publicUrl} answers ${answer.status}`, 'See the log of the proxy and of Muster.')]
  }
  const date = Date.parse(answer.headers.get('Date') ?? '')
  const seen = (await answer.json()) as SeenRequest
  return [
    ...evaluateSeen(seen, { publicUrl, trustedProxies }),
    ...(Number.isNaN(date) ? [] : [checkClock(date - Date.now(), publicUrl)]),
    await checkBody(ask),
    await checkStream(ask, silence),
  ]
}

/** Evaluates what a site sees of a request that came to its public address. */
export function evaluateSeen(
  seen: Omit<SeenRequest, 'bytes'>,
  { publicUrl, trustedProxies }: Pick<ProxyOptions, 'publicUrl' | 'trustedProxies'>,
): Finding[] {
  const { protocol, host } = new URL(publicUrl)
  const { forwardedFor } = seen
  // A doctor on the machine of a proxy is passed over as a trusted one. That the proxy added an address says enough then.
  const added = forwardedFor.slice(forwardedFor.lastIndexOf(forgedIp) + forgedIp.length).match(/[^\s,]+/)?.[0]
  const isTooTrusting = seen.clientIp === forgedIp && (!added || trustedProxies.check(forgedIp))
  const clientIp = seen.clientIp === forgedIp ? (added ?? '') : seen.clientIp
  const version = isIP(clientIp) === 6 ? 'ipv6' : 'ipv4'
  const addresses = isTooTrusting
    ? bad(
        'Visitors',
        'are taken for whoever they say they are',
        'Name only your own proxies in TRUSTED_PROXIES, and have them append to X-Forwarded-For.',
      )
    : seen.clientIp !== forgedIp && trustedProxies.check(clientIp, version)
      ? bad(
          'Visitors',
          'all seem to be the proxy: they share one rate limit',
          'Have the proxy append the address of the visitor to X-Forwarded-For.',
        )
      : good('Visitors', `have addresses of their own: this machine is seen as ${clientIp}`)
  return [
    addresses,
    `${seen.protocol}:` === protocol
      ? good('Scheme', `is passed on: ${seen.protocol}`)
      : bad(
          'Scheme',
          `arrives as ${seen.protocol}`,
          `Have the proxy set X-Forwarded-Proto to $scheme, and name it in TRUSTED_PROXIES.`,
        ),
    seen.host === host
      ? good('Host', `is passed on: ${seen.host}`)
      : bad('Host', `arrives as ${seen.host}`, 'Have the proxy pass on the header Host: forms are refused otherwise.'),
  ]
}

async function checkBody(ask: (options: RequestInit) => Promise<Response>): Promise<Finding> {
  const about = 'Uploads'
  const advice = 'Allow bodies of 12 MB: client_max_body_size 12m; in nginx, max_size 12MB in Caddy.'
  try {
    const answer = await ask({ method: 'POST', body: new Uint8Array(probeBytes) })
    const { bytes = 0 } = answer.status === 200 ? ((await answer.json()) as Partial<SeenRequest>) : {}
    return bytes === probeBytes
      ? good(about, 'of 12 MB arrive whole')
      : bad(about, `of 12 MB are answered with ${answer.status}`, advice)
  } catch (error) {
    return bad(about, `of 12 MB do not arrive: ${reasonOf((error as Error).cause ?? error)}`, advice)
  }
}

async function checkStream(
  ask: (options: RequestInit, query: string) => Promise<Response>,
  silence: number,
): Promise<Finding> {
  const about = 'Live updates'
  const begun = performance.now()
  try {
    const answer = await ask({}, `?silence=${silence}`)
    const reader = answer.body?.getReader()
    const first = reader?.read()
    const isEarly = await Promise.race([first?.then(() => true), sleep(firstBytesMs).then(() => false)])
    let text = new TextDecoder().decode((await first)?.value)
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text += new TextDecoder().decode(part.value)
    if (!text.includes('still open'))
      throw new Error(`the stream was closed after ${Math.round((performance.now() - begun) / 1_000)} s`)
    return isEarly
      ? good(about, `come at once, and stay open for ${silence} s of silence`)
      : warning(
          about,
          'are held back by the proxy',
          'Switch buffering off for text/event-stream: proxy_buffering off; in nginx.',
        )
  } catch (error) {
    return warning(
      about,
      `end early: ${reasonOf((error as Error).cause ?? error)}`,
      'Have the proxy wait 60 seconds for a silent stream: proxy_read_timeout 60s; in nginx.',
    )
  }
}
