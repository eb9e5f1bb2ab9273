import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'

type Environment = Record<string, string | undefined>

/** Starts the simulators if a demo with these settings gets them, and adds the settings that point to them. */
export async function addSimulators(environment: Environment): Promise<void> {
  if (wantsSimulators(environment)) Object.assign(environment, await startSimulators(environment))
}

/**
 * Starts simulators of the print provider and the card payment provider beside a server with these settings, and returns the
 * settings that point to them. They end with the process, and save their state in the data folder for the next one.
 */
export async function startSimulators({ PORT, DATA_DIR, STORE_URL }: Environment): Promise<Record<string, string>> {
  const folder = resolve(DATA_DIR || './data', 'simulators')
  // The name in older releases. The database refers to its orders and payments.
  const formerFolder = resolve(DATA_DIR || './data', 'stand-ins')
  if (existsSync(formerFolder) && !existsSync(folder)) renameSync(formerFolder, folder)
  const server = `http://127.0.0.1:${Number(PORT || 3000)}`
  // Only loaded if they are started.
  const [{ startPrintfulSimulator }, { startStripeSimulator }] = await Promise.all([
    import('./printful.ts'),
    import('./stripe.ts'),
  ])
  const stripe = await startStripeSimulator({
    webhookUrl: `${server}/webhooks/stripe`,
    file: resolve(folder, 'stripe'),
  })
  const printful = await startPrintfulSimulator({ shipAfterMs: 60_000, file: resolve(folder, 'printful') })
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
 * Whether a demo with these settings gets simulators: not if a real provider is configured, and not with a separate worker, which
 * would not know their URLs.
 */
export function wantsSimulators({ WORKER, SIMULATORS, PRINTFUL_TOKEN, STRIPE_SECRET_KEY }: Environment): boolean {
  return SIMULATORS !== 'false' && WORKER !== 'apart' && !PRINTFUL_TOKEN && !STRIPE_SECRET_KEY
}
