import { serverFunctionPrintfulRequestSchema } from '#app/features/shop/product-function/schema.ts'
import {
  getServerFunctionPrintfulProduct,
  listServerFunctionPrintfulProducts,
} from '#app/features/shop/product-function/service.server.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { Route } from './+types/printful-api.ts'
import { readJsonBody } from './read-json.server.ts'

const calls: RequestLimit = { name: 'printful-api', requests: 120, windowSeconds: 60 }

export const handle = { methods: ['POST'] }

/** The server function 'printful-api': all products for `endpoint` 'sync/products', or the one of `product_id`. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext)
  const { clientIp, publicUrl } = context.get(requestContext)
  const { allowed, resetSeconds } = await countLimitedRequest(platform.db, platform.secret, calls, clientIp)
  if (!allowed) return fail(429, 'Too many requests.', { 'Retry-After': String(resetSeconds) })
  const body = serverFunctionPrintfulRequestSchema.safeParse(await readJsonBody(request))
  if (!body.success) return fail(400, "Send endpoint 'sync/products', or product_id.")
  if ('endpoint' in body.data) return give(await listServerFunctionPrintfulProducts(platform, publicUrl))
  const product = await getServerFunctionPrintfulProduct(platform, Number(body.data.product_id), publicUrl)
  return product ? give(product) : fail(404, 'There is no such product.')
}

export function loader() {
  return fail(405, 'Send a POST request to this address.', { Allow: 'POST, OPTIONS' })
}

function give(result: object): Response {
  return Response.json({ result }, { headers: { 'Cache-Control': 'no-store' } })
}

function fail(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
}
