import { answerProbe, isProbe, probeHeader, probePath } from '../doctor/probe.ts'
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
