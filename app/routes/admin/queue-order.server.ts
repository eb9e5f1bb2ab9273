import { parseVerificationQueueOrder, type VerificationQueueOrder } from '#app/features/admin/rules.ts'
import { parseSettingCookie } from '#app/lib/cookies.server.ts'

/** The order of the queue from the URL, or from the cookie. */
export async function verificationQueueOrderOfRequest(request: Request): Promise<VerificationQueueOrder> {
  const asked = new URL(request.url).searchParams.get('order')
  return parseVerificationQueueOrder(asked, await parseSettingCookie(request.headers.get('Cookie'), 'queueOrder'))
}
