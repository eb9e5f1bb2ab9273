import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import {
  isProbe,
  probeBytes,
  probeHeader,
  probePath,
  type SeenRequest,
} from '../../app/features/monitoring/doctor/probe.server.ts'
import type { Middleware } from './host.ts'

/** Tells the doctor what arrives here of its probe. Before the limits of bodies, which it tries out. */
export const answerDoctor: Middleware = (app, { platform }) => {
  app.on(['GET', 'POST'], probePath, (context, next) =>
    isProbe(platform.secret, context.req.header(probeHeader), Date.now())
      ? answerProbe(context, {
          clientIp: context.var.clientIp,
          protocol: context.var.protocol,
          host: context.req.header('Host') ?? '',
        })
      : next(),
  )
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
