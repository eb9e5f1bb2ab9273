import { receivePaymentEvent } from '#app/features/orders/payment/event-service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { BadPaymentWebhookSignatureError } from '#app/platform/.server/payment/payment-provider.ts'
import type { Route } from './+types/stripe-webhook.ts'

export const handle = { methods: ['POST'] }

/** The webhook of the card payment provider, which retries unless the response is 2xx. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  try {
    // The raw text, because the signature covers the bytes.
    const answer = await receivePaymentEvent(platform, await request.text(), request.headers.get('Stripe-Signature'))
    return answer === null ? say(404, 'no payments are taken here') : say(200, answer)
  } catch (error) {
    if (!(error instanceof BadPaymentWebhookSignatureError)) throw error
    platform.log.warn(
      { requestId: context.get(requestContext).id, reason: error.message },
      'an event that nobody signed was posted as of the card payment provider',
    )
    return say(400, error.message)
  }
}

export function loader() {
  return say(405, 'only POST', { Allow: 'POST, OPTIONS' })
}

function say(status: number, words: string, headers: Record<string, string> = {}): Response {
  return new Response(words, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
