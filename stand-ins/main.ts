import { startPrintfulStandIn } from './printful.ts'
import { startStripeStandIn } from './stripe.ts'

/**
 * Starts stand-ins for the print provider and the card payment provider beside the server, and gives the settings that lead to
 * them. They end with the process.
 */
export async function startStandIns(serverPort: number): Promise<Record<string, string>> {
  const server = `http://127.0.0.1:${serverPort}`
  const stripe = await startStripeStandIn({ webhookUrl: `${server}/webhooks/stripe` })
  const printful = await startPrintfulStandIn({ shipAfterMs: 60_000 })
  return {
    PRINTFUL_URL: printful.url,
    PRINTFUL_TOKEN: printful.token,
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  }
}

/**
 * Whether this server is for trying things out and knows neither provider. Beside a worker of its own it cannot be: that would
 * not know of the stand-ins.
 */
export function wantsStandIns(environment: Record<string, string | undefined>): boolean {
  const { PRODUCTION, DATABASE_URL, WORKER, PRINTFUL_TOKEN, STRIPE_SECRET_KEY } = environment
  const isProduction = PRODUCTION ? PRODUCTION === 'true' : Boolean(DATABASE_URL)
  return !isProduction && WORKER !== 'apart' && !PRINTFUL_TOKEN && !STRIPE_SECRET_KEY
}
