import { type BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { evaluateClockSkew } from './check-clock.server.ts'
import {
  type DoctorFinding,
  errorReasonOf,
  makeBadDoctorFinding,
  makeGoodDoctorFinding,
  makeUnknownDoctorFinding,
  makeWarningDoctorFinding,
} from './finding-model.ts'
import {
  doctorProbeBodySize,
  doctorProbeHeader,
  doctorProbePath,
  type SeenDoctorProbe,
  signDoctorProbe,
} from './probe.server.ts'

/** An address of a network for documentation, which no visitor has. */
const forgedIp = '203.0.113.7'
/** Seconds of silence that a stream of live updates may have. */
const silenceSeconds = 35
/** Milliseconds within which the first bytes of a stream must have come. */
const firstBytesMs = 3_000

interface ProxyOptions {
  publicUrl: string
  secret: SigningSecret
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
}: ProxyOptions): Promise<DoctorFinding[]> {
  const address = publicUrl + doctorProbePath
  const ask = (options: RequestInit = {}, query = '') =>
    fetch(address + query, {
      redirect: 'manual',
      ...options,
      headers: { [doctorProbeHeader]: signDoctorProbe(secret, Date.now()), ...options.headers },
      signal: AbortSignal.timeout((silence + 30) * 1_000),
    })
  let answer: Response
  try {
    answer = await ask({ method: 'POST', headers: { 'X-Forwarded-For': forgedIp } })
  } catch (error) {
    return [
      makeUnknownDoctorFinding(
        'Proxy',
        `${publicUrl} cannot be reached from here: ${errorReasonOf((error as Error).cause ?? error)}`,
        'Start the site, and see that its name leads here and its certificate is valid.',
      ),
    ]
  }
  if (answer.status === 404) {
    return [
      makeBadDoctorFinding(
        'Proxy',
        `what answers at ${publicUrl} is another site, or has another SECRET or clock`,
        'See where the proxy passes requests on to, and that all processes have the settings of this one.',
      ),
    ]
  }
  if (answer.status !== 200) {
    return [
      makeBadDoctorFinding('Proxy', `${publicUrl} answers ${answer.status}`, 'See the log of the proxy and of Muster.'),
    ]
  }
  const date = Date.parse(answer.headers.get('Date') ?? '')
  const seen = (await answer.json()) as SeenDoctorProbe
  return [
    ...evaluateProxiedRequest(seen, { publicUrl, trustedProxies }),
    ...(Number.isNaN(date) ? [] : [evaluateClockSkew(date - Date.now(), publicUrl)]),
    await checkBody(ask),
    await checkStream(ask, silence),
  ]
}

/** Evaluates what a site sees of a request that came to its public address. */
export function evaluateProxiedRequest(
  seen: Omit<SeenDoctorProbe, 'bytes'>,
  { publicUrl, trustedProxies }: Pick<ProxyOptions, 'publicUrl' | 'trustedProxies'>,
): DoctorFinding[] {
  const { protocol, host } = new URL(publicUrl)
  const { forwardedFor } = seen
  // A doctor on the machine of a proxy is passed over as a trusted one. That the proxy added an address says enough then.
  const added = forwardedFor.slice(forwardedFor.lastIndexOf(forgedIp) + forgedIp.length).match(/[^\s,]+/)?.[0]
  const isTooTrusting = seen.clientIp === forgedIp && (!added || trustedProxies.check(forgedIp))
  const clientIp = seen.clientIp === forgedIp ? (added ?? '') : seen.clientIp
  const version = isIP(clientIp) === 6 ? 'ipv6' : 'ipv4'
  const addresses = isTooTrusting
    ? makeBadDoctorFinding(
        'Visitors',
        'are taken for whoever they say they are',
        'Name only your own proxies in TRUSTED_PROXIES, and have them append to X-Forwarded-For.',
      )
    : seen.clientIp !== forgedIp && trustedProxies.check(clientIp, version)
      ? makeBadDoctorFinding(
          'Visitors',
          'all seem to be the proxy: they share one rate limit',
          'Have the proxy append the address of the visitor to X-Forwarded-For.',
        )
      : makeGoodDoctorFinding('Visitors', `have addresses of their own: this machine is seen as ${clientIp}`)
  return [
    addresses,
    `${seen.protocol}:` === protocol
      ? makeGoodDoctorFinding('Scheme', `is passed on: ${seen.protocol}`)
      : makeBadDoctorFinding(
          'Scheme',
          `arrives as ${seen.protocol}`,
          `Have the proxy set X-Forwarded-Proto to $scheme, and name it in TRUSTED_PROXIES.`,
        ),
    seen.host === host
      ? makeGoodDoctorFinding('Host', `is passed on: ${seen.host}`)
      : makeBadDoctorFinding(
          'Host',
          `arrives as ${seen.host}`,
          'Have the proxy pass on the header Host: forms are refused otherwise.',
        ),
  ]
}

async function checkBody(ask: (options: RequestInit) => Promise<Response>): Promise<DoctorFinding> {
  const about = 'Uploads'
  const advice = 'Allow bodies of 12 MB: client_max_body_size 12m; in nginx, max_size 12MB in Caddy.'
  try {
    const answer = await ask({ method: 'POST', body: new Uint8Array(doctorProbeBodySize) })
    const { bytes = 0 } = answer.status === 200 ? ((await answer.json()) as Partial<SeenDoctorProbe>) : {}
    return bytes === doctorProbeBodySize
      ? makeGoodDoctorFinding(about, 'of 12 MB arrive whole')
      : makeBadDoctorFinding(about, `of 12 MB are answered with ${answer.status}`, advice)
  } catch (error) {
    return makeBadDoctorFinding(
      about,
      `of 12 MB do not arrive: ${errorReasonOf((error as Error).cause ?? error)}`,
      advice,
    )
  }
}

async function checkStream(
  ask: (options: RequestInit, query: string) => Promise<Response>,
  silence: number,
): Promise<DoctorFinding> {
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
      ? makeGoodDoctorFinding(about, `come at once, and stay open for ${silence} s of silence`)
      : makeWarningDoctorFinding(
          about,
          'are held back by the proxy',
          'Switch buffering off for text/event-stream: proxy_buffering off; in nginx.',
        )
  } catch (error) {
    return makeWarningDoctorFinding(
      about,
      `end early: ${errorReasonOf((error as Error).cause ?? error)}`,
      'Have the proxy wait 60 seconds for a silent stream: proxy_read_timeout 60s; in nginx.',
    )
  }
}
