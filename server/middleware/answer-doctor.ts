import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import {
  doctorProbeBodySize,
  doctorProbeHeader,
  doctorProbePath,
  isValidDoctorProbeHeader,
  type SeenDoctorProbe,
} from '../../app/features/monitoring/doctor/probe.server.ts'
import type { HttpHostMiddleware } from './host.ts'

/** Tells the doctor what arrives here of its probe. Before the limits of bodies, which it tries out. */
export const answerDoctorRequests: HttpHostMiddleware = (app, { platform }) => {
  app.on(['GET', 'POST'], doctorProbePath, (context, next) =>
    isValidDoctorProbeHeader(platform.secret, context.req.header(doctorProbeHeader), Date.now())
      ? answerDoctorProbe(context, {
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
export async function answerDoctorProbe(
  context: Context,
  seen: Pick<SeenDoctorProbe, 'clientIp' | 'protocol' | 'host'>,
): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' }
  if (context.req.method === 'POST') {
    let bytes = 0
    for await (const chunk of context.req.raw.body ?? []) {
      bytes += chunk.length
      if (bytes > doctorProbeBodySize) return context.text('too much', 413, headers)
    }
    const forwardedFor = context.req.header('X-Forwarded-For') ?? ''
    return context.json({ ...seen, forwardedFor, bytes } satisfies SeenDoctorProbe, 200, headers)
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
