import { getWorkerState } from '../../app/features/monitoring/service.server.ts'
import { withTimeLimit } from '../within-limit.ts'
import type { HttpHostMiddleware } from './host.ts'

/** `/healthz`: the process answers; `/readyz`: so does what it needs; `/workerz`: a worker was heard. */
export const answerHealthChecks: HttpHostMiddleware = (app, { platform, readiness }) => {
  app.get('/healthz', (context) => {
    context.set('route', '/healthz')
    return context.text('ok', 200, { 'Cache-Control': 'no-store' })
  })
  app.get('/workerz', async (context) => {
    context.set('route', '/workerz')
    const state = await withTimeLimit(() => getWorkerState(platform)).catch(() => null)
    const text = state?.isThere ? 'working' : state ? describeSilence(state.seconds) : 'the database does not answer'
    return context.text(text, state?.isThere ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  app.get('/readyz', async (context) => {
    context.set('route', '/readyz')
    const { status, text, error } = await readiness.answer()
    if (error) platform.log.error({ requestId: context.var.requestId, error }, text)
    return context.text(text, status, { 'Cache-Control': 'no-store' })
  })
}

function describeSilence(seconds: number | null): string {
  return seconds === null ? 'no worker was ever heard' : `no worker was heard for ${seconds} seconds`
}
