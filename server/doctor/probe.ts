import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { Secret } from '../../app/platform/.server/security/secret.ts'

/** Where a running site answers the doctor, by which they find out what the proxy between them does. */
export const probePath = '/doctor'

/** The header with the moment and its signature. */
export const probeHeader = 'X-Doctor'

/** Bytes that a proxy must let through: a form with a document of 10 MB. */
export const probeBytes = 12 * 1000 * 1000

/** Milliseconds for which a request of the doctor is taken. */
const validMs = 5 * 60_000

/** What the site sees of a request. */
export interface SeenRequest {
  clientIp: string
  protocol: string
  host: string
  /** X-Forwarded-For as it arrived. */
  forwardedFor: string
  bytes: number
}

function probeText(moment: string): string {
  return `doctor:${moment}`
}

/** Signs a request of the doctor, who knows the secret of the site. */
export function signProbe(secret: Secret, now: number): string {
  return `${now}.${secret.sign(probeText(String(now)))}`
}

/** Whether a request is the doctor's, and was signed a short while ago. */
export function isProbe(secret: Secret, header: string | undefined, now: number): boolean {
  const [, moment = '', signature = ''] = /^(\d{13})\.([\w-]{43})$/.exec(header ?? '') ?? []
  if (!moment || Math.abs(now - Number(moment)) > validMs) return false
  return secret.verifies(probeText(moment), signature)
}

/**
 * Answers the doctor: a POST with what is seen of it, a GET with a stream that is silent for so many seconds in the middle. The body is
 * counted and not kept.
 */
export async function answerProbe(
  context: Context,
  seen: Pick<SeenRequest, 'clientIp' | 'protocol' | 'host'>,
): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  if (context.req.method === 'POST') {
    let bytes = 0
    for await (const chunk of context.req.raw.body ?? []) {
      bytes += chunk.length
      if (bytes > probeBytes) return context.text('too much', 413, headers)
    }
    const forwardedFor = context.req.header('X-Forwarded-For') ?? ''
    return context.json({ ...seen, forwardedFor, bytes } satisfies SeenRequest, 200, headers)
  }
  const silence = Math.min(60, Number(context.req.query('silence')) || 0)
  // The same header as /live.
  context.header('Content-Type', 'text/event-stream')
  context.header('Cache-Control', 'no-store')
  context.header('X-Accel-Buffering', 'no')
  return stream(context, async (out) => {
    await out.write(': open\n\n')
    await out.sleep(silence * 1_000)
    await out.write(': still open\n\n')
  })
}
