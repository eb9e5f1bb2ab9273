import { Worker } from 'node:worker_threads'
import { encodeProcessMessageFrame, ProcessMessageFrameReader, processMessageFrameKinds } from './limited-frames.ts'

// The half of limited-process.ts that runs in the child, directly in Node.

/** Does the work for each request, one after another, until the parent is gone. The answer is the parts of the result, in their order. */
export async function answerRequestsInLimitedProcess(
  work: (bytes: Uint8Array) => Promise<Uint8Array[]>,
): Promise<void> {
  new Worker(new URL('limited-reports.ts', import.meta.url))
  // What ends a whole group of processes lets the parent finish what it has begun, and then this one ends with it.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  // Libraries write what they think of a file, which would come among the answers.
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => undefined
  // What a library lets fail on the side would leave the request unanswered.
  process.on('uncaughtException', (error) => {
    write(processMessageFrameKinds.failure, Buffer.from(String(error)))
    process.exit(1)
  })
  write(processMessageFrameKinds.ready)
  const reader = new ProcessMessageFrameReader()
  for await (const part of process.stdin) {
    for (const { body } of reader.read(part as Buffer)) {
      try {
        write(processMessageFrameKinds.answer, ...(await work(body)))
      } catch (error) {
        write(processMessageFrameKinds.failure, Buffer.from(String(error)))
      }
    }
  }
  process.exit()
}

function write(kind: number, ...parts: Uint8Array[]): void {
  for (const part of encodeProcessMessageFrame(kind, ...parts)) process.stdout.write(part)
}
