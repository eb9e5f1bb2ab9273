import { startRecorder } from './recorder.ts'

/** An event as Sentry's protocol has it, as far as the tests read it. */
export interface ReceivedEvent {
  level: string
  environment: string
  release: string
  tags: Record<string, string>
  extra: Record<string, string | number>
  contexts?: { trace: { trace_id: string } }
  exception: { values: { type: string; value: string; stacktrace?: { frames: { filename?: string }[] } }[] }
}

/** A local service that speaks Sentry's protocol and keeps what it receives. */
export async function startErrorService() {
  const recorder = await startRecorder()
  return {
    ...recorder,
    dsn: `http://key@127.0.0.1:${recorder.port}/7`,
    listEvents: () =>
      recorder.requests.map(({ body }) => {
        const [, , event = ''] = body.split('\n')
        return JSON.parse(event) as ReceivedEvent
      }),
  }
}
