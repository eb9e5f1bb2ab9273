import { resolve } from 'node:path'

type Environment = Record<string, string | undefined>

/** Starts the simulators where these settings of a demo want them, and adds the settings that lead to them. */
export async function addStandIns(environment: Environment): Promise<void> {
  if (wantsStandIns(environment)) Object.assign(environment, await startStandIns(environment))
}

/**
 * Starts stand-ins for the print provider and the card payment provider beside a server with these settings, and gives the settings
 * that lead to them. They end with the process; what they know is kept in the data folder for the next.
 */
export async function startStandIns({ PORT, DATA_DIR, STORE_URL }: Environment): Promise<Record<string, string>> {
  const kept = resolve(DATA_DIR || './data', 'stand-ins')
  const server = `http://127.0.0.1:${Number(PORT || 3000)}`
  // A server that wants none does not load them either.
  const [{ startPrintfulStandIn }, { startStripeStandIn }] = await Promise.all([
    import('./printful.ts'),
    import('./stripe.ts'),
  ])
  const stripe = await startStripeStandIn({ webhookUrl: `${server}/webhooks/stripe`, file: resolve(kept, 'stripe') })
  const printful = await startPrintfulStandIn({ shipAfterMs: 60_000, file: resolve(kept, 'printful') })
  return {
    PRINTFUL_URL: printful.url,
    PRINTFUL_TOKEN: printful.token,
    STRIPE_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STORE_URL: STORE_URL || `${printful.url}/store`,
  }
}

/**
 * Whether these settings, of a demo, leave room for them and know neither provider. Beside a worker of its own there is none: that
 * would not know of the stand-ins.
 */
export function wantsStandIns({ WORKER, STAND_INS, PRINTFUL_TOKEN, STRIPE_SECRET_KEY }: Environment): boolean {
  return STAND_INS !== 'false' && WORKER !== 'apart' && !PRINTFUL_TOKEN && !STRIPE_SECRET_KEY
}
