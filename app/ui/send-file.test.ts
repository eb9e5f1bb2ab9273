import { afterEach, expect, test, vi } from 'vitest'
import { sendFileUpload } from './send-file.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Has requests answered with these, one after the other; gives how many were sent. */
function answerWith(...answers: object[]) {
  const sent = { count: 0 }
  class Answering extends EventTarget {
    upload = new EventTarget()
    response: object | undefined
    open() {}
    setRequestHeader() {}
    abort() {
      this.dispatchEvent(new Event('loadend'))
    }
    send() {
      this.response = answers[sent.count]
      sent.count += 1
      queueMicrotask(() => this.dispatchEvent(new Event('loadend')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answering)
  return sent
}

const wait = { toast: { title: 'Wait a moment', bad: true }, again: true, waitSeconds: 5 }
const stored = { toast: { title: 'Document uploaded' } }

// spec: hold.4.8
test('a file that must wait is sent again as soon as the server said, and not before', async () => {
  vi.useFakeTimers()
  const sent = answerWith(wait, wait, stored)
  const answer = sendFileUpload('/verification/documents', new FormData(), { onProgress: () => {} })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(sent.count).toBe(1)
  await vi.advanceTimersByTimeAsync(5_200)
  expect(sent.count).toBe(3)
  expect(await answer).toEqual(stored)
})

test('a file that is cancelled while it waits is not sent again', async () => {
  vi.useFakeTimers()
  const sent = answerWith(wait, stored)
  const controller = new AbortController()
  const answer = sendFileUpload('/verification/documents', new FormData(), {
    onProgress: () => {},
    signal: controller.signal,
  })
  await vi.advanceTimersByTimeAsync(1_000)
  controller.abort()
  expect(await answer).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.count).toBe(1)
})

test('a file waits for half a minute at once at most, and not for ever', async () => {
  vi.useFakeTimers()
  const sent = answerWith(...Array.from({ length: 100 }, () => ({ ...wait, waitSeconds: 86_400 })))
  const answer = sendFileUpload('/verification/documents', new FormData(), { onProgress: () => {} })
  await vi.advanceTimersByTimeAsync(31_000)
  expect(sent.count).toBe(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sent.count).toBe(61)
  expect(await answer).toMatchObject({ again: true })
})
