import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'

/** How long each request took, and how long all of them took together, in milliseconds. */
export interface Load {
  times: number[]
  ms: number
}

/**
 * Sends requests with autocannon, over connections that stay open, and accepts only answers with the expected status. Times come
 * from its events: its own histogram rounds to whole milliseconds, and a bare server answers in less.
 */
export async function sendRequests(options: autocannon.Options, status = 200): Promise<Load> {
  const times: number[] = []
  const startedAt = performance.now()
  let endedAt = startedAt
  const { statusCodeStats = {}, errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ ...options, bailout: 1, sampleInt: 100 }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    run.on('response', (_client, _status, _bytes, time) => {
      times.push(time)
      endedAt = performance.now()
    })
  })
  const others = Object.keys(statusCodeStats).filter((answered) => answered !== String(status))
  if (errors > 0 || others.length > 0) {
    throw new Error(`${options.url}: ${errors} errors, and status ${others.join()} instead of ${status}`)
  }
  return { times, ms: endedAt - startedAt }
}

/** An answer that the floor gives as it is. */
export interface BareAnswer {
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** Starts the floor; see bare-server.mjs. `serve` has it give an answer at a path, and 304 to who has it. */
export async function startBareServer(): Promise<{
  url: string
  serve: (answer: BareAnswer) => void
  stop: () => Promise<void>
}> {
  const child = fork('./tests/bench/bare-server.mjs')
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    serve: ({ path, headers, body }) => void child.send({ path, headers, body: body.toString('base64') }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
