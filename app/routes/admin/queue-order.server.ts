import { type QueueOrder, readQueueOrder } from '#app/features/review/rules.ts'
import { readSetting } from '#app/lib/cookies.server.ts'

/** The order of the queue from the URL, or from the cookie. */
export async function queueOrderOf(request: Request): Promise<QueueOrder> {
  const asked = new URL(request.url).searchParams.get('order')
  return readQueueOrder(asked, await readSetting(request.headers.get('Cookie'), 'queueOrder'))
}
