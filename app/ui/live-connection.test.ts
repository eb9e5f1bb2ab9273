import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  keepLiveConnection,
  type LiveEventOrVersions,
  type LiveEventStreamReader,
  readLiveEventStream,
} from './live-connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Connections as they are begun, each to be spoken through, ended or found given up. */
function openLines() {
  const lines: {
    say: (news: LiveEventOrVersions | null) => void
    end: (again?: boolean) => void
    fail: () => void
    signal: AbortSignal
  }[] = []
  const read: LiveEventStreamReader = (signal, say) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      lines.push({ say, end: (again = true) => resolve(again), fail: () => reject(new Error('lost')), signal })
    })
  return { lines, read }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

describe('keepLiveConnection', () => {
  test('tells news, and of several at once each kind once', async () => {
    const { lines, read } = openLines()
    const heard: unknown[] = []
    const stop = keepLiveConnection(read, (kind) => heard.push(kind))
    lines[0]?.say(null)
    await seconds(1)
    expect(heard).toEqual([])
    lines[0]?.say('member')
    lines[0]?.say('queue')
    lines[0]?.say('member')
    await seconds(1)
    expect(heard).toEqual(['member', 'queue'])
    stop()
  })

  // spec: 220.2
  test('gives a connection up after 10 seconds of silence past a heartbeat, and not before', async () => {
    const { lines, read } = openLines()
    const stop = keepLiveConnection(read, () => undefined)
    lines[0]?.say(null)
    await seconds(39)
    expect(lines[0]?.signal.aborted).toBe(false)
    lines[0]?.say(null)
    await seconds(39.9)
    expect(lines[0]?.signal.aborted).toBe(false)
    await seconds(0.2)
    expect(lines[0]?.signal.aborted).toBe(true)
    await seconds(1)
    expect(lines).toHaveLength(2)
    stop()
  })

  // spec: 220.2
  test('tries again after 1, 2, 5 and 10 seconds, and every 10 from then on', async () => {
    const { lines, read } = openLines()
    const stop = keepLiveConnection(read, () => undefined)
    for (const [index, wait] of [1, 2, 5, 10, 10].entries()) {
      lines[index]?.fail()
      await seconds(wait - 0.01)
      expect(lines, `before ${wait} s`).toHaveLength(index + 1)
      await seconds(0.02)
      expect(lines, `after ${wait} s`).toHaveLength(index + 2)
    }
    stop()
  })

  test('begins with 1 second again once a connection spoke', async () => {
    const { lines, read } = openLines()
    const stop = keepLiveConnection(read, () => undefined)
    lines[0]?.fail()
    await seconds(1)
    lines[1]?.fail()
    await seconds(2)
    lines[2]?.say(null)
    lines[2]?.end()
    await seconds(1.01)
    expect(lines).toHaveLength(4)
    stop()
  })

  test('tells the versions that each connection starts from', async () => {
    const { lines, read } = openLines()
    const heard: unknown[] = []
    const stop = keepLiveConnection(read, (news) => heard.push(news))
    lines[0]?.say({ member: '1' })
    lines[0]?.end()
    await seconds(1)
    lines[1]?.say({ member: '2' })
    await seconds(1)
    expect(heard).toEqual([{ member: '1' }, { member: '2' }])
    stop()
  })

  test('leaves off where trying again makes no sense, and when it is ended', async () => {
    const refused = openLines()
    keepLiveConnection(refused.read, () => undefined)
    refused.lines[0]?.end(false)
    await seconds(60)
    expect(refused.lines).toHaveLength(1)

    const { lines, read } = openLines()
    const heard: unknown[] = []
    const stop = keepLiveConnection(read, (kind) => heard.push(kind))
    lines[0]?.say('queue')
    stop()
    await seconds(60)
    expect(lines[0]?.signal.aborted).toBe(true)
    expect(lines).toHaveLength(1)
    expect(heard).toEqual([])
  })
})

describe('readLiveEventStream', () => {
  const streamOf = (...parts: string[]) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    })
  const hear = async (answer: Response) => {
    vi.stubGlobal('fetch', async () => answer)
    const heard: unknown[] = []
    return { again: await readLiveEventStream(new AbortController().signal, (kind) => heard.push(kind)), heard }
  }

  test('reads events however they are cut up, and takes what it does not know for a sign of life', async () => {
    const answer = new Response(
      streamOf(
        'event: start\nda',
        'ta: {"member":"1"}\n\n: still here\n',
        '\ndata: mem',
        'ber\n\ndata: queue\n\ndata: other\n\ndata: mem',
      ),
    )
    expect(await hear(answer)).toEqual({ again: true, heard: [{ member: '1' }, null, 'member', 'queue', null] })
  })

  test('has a page of somebody who was suspended made again', async () => {
    expect(await hear(new Response('', { status: 403 }))).toEqual({ again: false, heard: [{}] })
  })

  test('would try again after a failure, but not without a session', async () => {
    expect(await hear(new Response('', { status: 503 }))).toEqual({ again: true, heard: [] })
    expect(await hear(new Response('', { status: 401 }))).toEqual({ again: false, heard: [] })
  })
})
