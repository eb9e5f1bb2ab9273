import { type QueueOrder, readQueueOrder } from '#app/features/review/rules.ts'
import { readSetting } from '#app/lib/settings.ts'

/** The order of the queue that a request asks for, or that its browser remembers. */
export function queueOrderOf(request: Request): QueueOrder {
  const asked = new URL(request.url).searchParams.get('order')
  return readQueueOrder(asked, readSetting(request.headers.get('Cookie'), 'queueOrder'))
}
