import { BlockList } from 'node:net'
import type { z } from 'zod'
import { formatPenceAsDecimalPounds } from '#app/lib/money.ts'
import type { PrintfulSettings } from '../config.ts'
import { type AnyCallRateLimiter, CallRateLimiter } from '../http/rate-limiter.ts'
import { safeFetch } from '../http/safe-fetch.ts'
import type { RequestLimit } from '../security/limits.ts'
import { type PrintProduct, type PrintProvider, PrintProviderError } from './print-provider.ts'
import { toPrintOrder, toPrintProduct, toPrintVariant, toShippingRate } from './printful-responses.ts'
import {
  printfulFailureSchema,
  printfulOrderRequestSchema,
  printfulOrderSchema,
  printfulProductDetailsSchema,
  printfulProductSchema,
  printfulResultPageSchema,
  printfulResultSchema,
  printfulShippingRatesRequestSchema,
  printfulShippingRatesSchema,
  printfulWebhookRequestSchema,
  printfulWebhookSchema,
} from './printful-schema.ts'

/** Timeout in milliseconds for a whole request, and for the wait in the rate limiter before it. */
const patienceMs = 10_000
/** Printful's limit; exceeding it blocks us for a minute. */
const requestsAMinute = 120
/** The same as a limit that is counted in windows: no minute touches more than three of them. */
export const printfulRateLimit: RequestLimit = { name: 'printful', requests: requestsAMinute / 3, windowSeconds: 30 }
const pageSize = 100
const pictureBytes = 20 * 1024 * 1024

interface PrintfulOptions {
  /** For tests. */
  timeoutMs?: number
  /** Whether orders are created as drafts, which are neither printed nor charged. */
  drafts?: boolean
  /** Unless several processes ask with one token. */
  callLimit?: AnyCallRateLimiter
}

/** Creates the client for Printful's API. No request is made yet. */
export function openPrintProvider(
  settings: PrintfulSettings,
  {
    timeoutMs = patienceMs,
    drafts = false,
    callLimit = new CallRateLimiter(requestsAMinute, 60_000),
  }: PrintfulOptions = {},
): PrintProvider {
  const ask: Ask = (method, path, schema, body) =>
    request(settings, { callLimit, timeoutMs }, method, path, schema, body)
  return {
    listProducts: async () => {
      const products = new Map<number, PrintProduct>()
      for (let offset = 0, total = 1; offset < total; offset += pageSize) {
        const page = await ask(
          'GET',
          `/store/products?offset=${offset}&limit=${pageSize}`,
          printfulResultPageSchema(printfulProductSchema),
        )
        // A product created meanwhile shifts others to the next page, so they appear twice.
        for (const product of page.result) products.set(product.id, toPrintProduct(product))
        if (page.result.length === 0) break
        total = page.paging.total
      }
      return [...products.values()]
    },
    getProduct: async (id) => {
      const found = await orNull(
        ask('GET', `/store/products/${id}`, printfulResultSchema(printfulProductDetailsSchema)),
      )
      return (
        found && {
          product: toPrintProduct(found.result.sync_product),
          variants: found.result.sync_variants.map(toPrintVariant),
        }
      )
    },
    readPicture: async (address) => {
      const answer = await safeFetch(address, {
        timeoutMs,
        maxBytes: pictureBytes,
        maxRedirects: 3,
        headers: {},
        // The simulator serves its pictures from this machine.
        allowed: URL.canParse(address) && new URL(address).origin === settings.url ? ownMachine : new BlockList(),
      })
      return answer.kind === 'got' ? answer.bytes : new Uint8Array()
    },
    rates: async (recipient, items) => {
      const body = write(printfulShippingRatesRequestSchema, {
        recipient: {
          ...given('address1', recipient.line1),
          ...given('city', recipient.city),
          ...given('state_code', recipient.state),
          country_code: recipient.country,
          ...given('zip', recipient.postcode),
        },
        items: items.map(({ catalogueId, quantity }) => ({ variant_id: String(catalogueId), quantity })),
        currency: 'GBP',
        locale: 'en_GB',
      })
      const { result } = await ask('POST', '/shipping/rates', printfulResultSchema(printfulShippingRatesSchema), body)
      return result.flatMap((rate) => toShippingRate(rate) ?? [])
    },
    createOrder: async ({ externalId, shipping, recipient, items }) => {
      const body = write(printfulOrderRequestSchema, {
        external_id: externalId,
        shipping,
        recipient: {
          name: recipient.name,
          address1: recipient.line1,
          ...given('address2', recipient.line2),
          city: recipient.city,
          ...given('state_code', recipient.state),
          country_code: recipient.country,
          ...given('zip', recipient.postcode),
          ...given('phone', recipient.phone),
          ...given('email', recipient.email),
        },
        items: items.map(({ syncVariantId, quantity, amount }) => ({
          sync_variant_id: syncVariantId,
          quantity,
          retail_price: formatPenceAsDecimalPounds(amount),
        })),
      })
      return toPrintOrder(
        (await ask('POST', `/orders?confirm=${!drafts}`, printfulResultSchema(printfulOrderSchema), body)).result,
      )
    },
    findOrder: async (externalId) => {
      const found = await orNull(
        ask('GET', `/orders/@${encodeURIComponent(externalId)}`, printfulResultSchema(printfulOrderSchema)),
      )
      return found && toPrintOrder(found.result)
    },
    setWebhook: async (url, types) => {
      await ask(
        'POST',
        '/webhooks',
        printfulResultSchema(printfulWebhookSchema),
        write(printfulWebhookRequestSchema, { url, types }),
      )
    },
  }
}

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('::1', 'ipv6')

type Ask = <Schema extends z.ZodType>(
  method: 'GET' | 'POST',
  path: string,
  schema: Schema,
  body?: object,
) => Promise<z.output<Schema>>

/**
 * Sends a request when the rate limiter allows it.
 * @throws PrintProviderError
 */
async function request<Schema extends z.ZodType>(
  { url, token, storeId }: PrintfulSettings,
  { callLimit, timeoutMs }: { callLimit: AnyCallRateLimiter; timeoutMs: number },
  method: string,
  path: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const wait = await callLimit.take(timeoutMs)
  if (wait > 0) {
    throw new PrintProviderError('too-many', 'we ask too often', { retryAfterSeconds: Math.ceil(wait / 1_000) })
  }
  const { response, text } = await send(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json',
      ...(storeId ? { 'X-PF-Store-Id': storeId } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    // The token must not be sent to another server.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status } = response
  if (status === 429) {
    const seconds = Number(response.headers.get('Retry-After'))
    const retryAfterSeconds = seconds > 0 ? Math.min(Math.ceil(seconds), 3_600) : 60
    callLimit.hold(retryAfterSeconds * 1_000)
    throw new PrintProviderError('too-many', 'asked too often', { status, retryAfterSeconds })
  }
  const answer = readJson(text)
  if (status >= 500) throw new PrintProviderError('down', `answered with ${status}`, { status })
  if (!response.ok) throw new PrintProviderError('refused', `refused: ${messageOf(answer) ?? status}`, { status })
  const read = schema.safeParse(answer)
  if (!read.success) {
    throw new PrintProviderError('odd', 'gave an answer that cannot be understood', { status, cause: read.error })
  }
  return read.data
}

async function send(address: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(address, init)
    return { response, text: await response.text() }
  } catch (error) {
    throw (error as Error).name === 'TimeoutError'
      ? new PrintProviderError('slow', 'did not answer in time', { cause: error })
      : new PrintProviderError('down', 'cannot be reached', { cause: error })
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The error message of the provider, cut to 300 characters. */
function messageOf(answer: unknown): string | null {
  const read = printfulFailureSchema.safeParse(answer)
  return read.success ? read.data.error.message.slice(0, 300) : null
}

/** Turns a 404 into null. */
async function orNull<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof PrintProviderError && error.reason === 'refused' && error.status === 404) return null
    throw error
  }
}

/**
 * Validates a request body before it is sent.
 * @throws PrintProviderError if the provider would refuse it
 */
function write<Schema extends z.ZodType>(schema: Schema, body: z.input<Schema>): z.output<Schema> {
  const written = schema.safeParse(body)
  if (written.success) return written.data
  const wrong = written.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new PrintProviderError('refused', `would refuse what was to be sent: ${wrong}`, { cause: written.error })
}

/** An object with this property if there is a value, otherwise an empty one. */
function given<Name extends string>(name: Name, value: string | null | undefined): Partial<Record<Name, string>> {
  return value ? ({ [name]: value } as Record<Name, string>) : {}
}
