import { parseQueueOrder, type QueueOrder } from '#app/features/admin/rules.ts'
import { parseSetting } from '#app/lib/cookies.server.ts'

/** The order of the queue from the URL, or from the cookie. */
export async function queueOrderOf(request: Request): Promise<QueueOrder> {
  const asked = new URL(request.url).searchParams.get('order')
  return parseQueueOrder(asked, await parseSetting(request.headers.get('Cookie'), 'queueOrder'))
}
