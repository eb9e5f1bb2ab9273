import type { z } from 'zod'
import { withStates } from './countries.ts'
import type { orderRequest, ratesRequest, SimulatedOrder, SimulatedProduct } from './printful-schema.ts'

/** A request that Printful refuses, with the status of its response. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const seconds = () => Math.floor(Date.now() / 1_000)

/** Accepts an order. @throws Refused for an unknown variant, an address without its state, or an external id that is in use */
export function placeOrder(
  orders: SimulatedOrder[],
  products: SimulatedProduct[],
  request: z.output<typeof orderRequest>,
  isConfirmed: boolean,
): SimulatedOrder {
  if (orders.some(({ external_id }) => external_id === request.external_id)) {
    throw new Refused(400, 'Order with this External ID already exists.')
  }
  const variants = products.flatMap(({ sync_variants }) => sync_variants)
  for (const { sync_variant_id } of request.items) {
    const variant = variants.find(({ id }) => id === sync_variant_id)
    if (!variant) throw new Refused(400, `Sync variant ${sync_variant_id} not found.`)
    if (!variant.synced) throw new Refused(400, `Sync variant ${sync_variant_id} is not synced.`)
  }
  requireState(request.recipient)
  const now = seconds()
  const status = isConfirmed ? 'pending' : 'draft'
  const order: SimulatedOrder = {
    ...request,
    id: (orders.at(-1)?.id ?? now) + 1,
    status,
    created: now,
    updated: now,
    shipments: [],
  }
  orders.push(order)
  return order
}

/** Ships an order; a second call ships a second parcel. */
export function shipOrder(order: SimulatedOrder): SimulatedOrder['shipments'][number] {
  const now = seconds()
  const id = order.id * 10 + order.shipments.length
  const number = `SAMPLE${id}GB`
  const shipment = {
    id,
    carrier: 'SAMPLE POST',
    service: 'Sample Post Tracked 48',
    tracking_number: number,
    tracking_url: `https://tracking.example/${number}`,
    created: now,
    ship_date: new Date(now * 1_000).toISOString().slice(0, 10),
    shipped_at: String(now),
    reshipment: false,
  }
  order.shipments.push(shipment)
  order.status = 'fulfilled'
  order.updated = now
  return shipment
}

/** Shipping costs in pence: the first item, and each further one. No entry for countries that are not served. */
const tariffs: {
  to: readonly string[] | 'everywhere'
  ways: [id: string, name: string, first: number, more: number, days: [number, number]][]
}[] = [
  {
    to: ['GB'],
    ways: [
      ['STANDARD', 'Flat Rate', 399, 125, [4, 7]],
      ['PRINTFUL_FAST', 'Express', 899, 150, [2, 3]],
    ],
  },
  { to: ['RU', 'BY', 'KP', 'SY', 'CU', 'IR'], ways: [] },
  { to: 'everywhere', ways: [['STANDARD', 'Flat Rate', 799, 250, [8, 14]]] },
]

function requireState({ country_code, state_code }: { country_code: string; state_code?: string | null | undefined }) {
  if (withStates.includes(country_code) && !state_code) throw new Refused(400, 'Recipient: State code is missing.')
}

/** The shipping methods for a number of items, in Printful's format. @throws Refused for a country that is not served */
export function ratesTo(recipient: z.output<typeof ratesRequest>['recipient'], pieces: number) {
  const { country_code: country } = recipient
  requireState(recipient)
  const tariff = tariffs.find(({ to }) => to === 'everywhere' || to.includes(country))
  if (!tariff || tariff.ways.length === 0) throw new Refused(400, `We do not ship to ${country}.`)
  return tariff.ways.map(([id, name, first, more, [minDeliveryDays, maxDeliveryDays]]) => ({
    id,
    name: `${name} (Estimated delivery: in ${minDeliveryDays}-${maxDeliveryDays} days) `,
    rate: ((first + more * (pieces - 1)) / 100).toFixed(2),
    currency: 'GBP',
    minDeliveryDays,
    maxDeliveryDays,
  }))
}
