import { seededRandom } from '#app/lib/seeded-random.ts'
import type { PrintfulFault } from '#simulators/printful.ts'
import type { StripeFailure } from '#simulators/stripe.ts'

/** What a buyer does. */
export const buyerKinds = [
  'pays',
  'is declined once',
  'leaves',
  'gives up at a failure',
  'sends the form three times at once',
  'sends the form again after paying',
  'pays in the second tab',
  'pays in both tabs',
  'opens two tabs at once',
  'meets a new price',
  'is refunded before printing',
  'pays by a slow bank',
  'pays by a slow bank, which refuses',
] as const
export type BuyerKind = (typeof buyerKinds)[number]

/** How word of the payment comes. */
export const tellings = ['once', 'twice', 'late', 'out of order', 'lost', 'forged before', 'untrue before'] as const
export type Telling = (typeof tellings)[number]

interface Fault<Kind> {
  fault: Kind
  /** Method and beginning of the path of the request it waits for. */
  at: string
}
export type PrinterFault = Fault<PrintfulFault>
export type PaymentsFault = Fault<StripeFailure>

export const printerFaults: readonly PrinterFault[] = [
  ...(['down', 'cut', 'slow', 'too-many', 'odd', 'done-then-down', 'done-then-slow'] as const).map((fault) => ({
    fault,
    at: 'POST /orders',
  })),
  { fault: 'down', at: 'GET /orders' },
  { fault: 'slow', at: 'GET /orders' },
  { fault: 'down', at: 'POST /shipping' },
  { fault: 'slow', at: 'POST /shipping' },
]

/** Where a page to pay at is made. */
export const newPage = 'POST /v1/checkout/sessions'
export const paymentsFaults: readonly PaymentsFault[] = [newPage, 'GET /v1/'].flatMap((at) =>
  (['unreachable', 'slow', 'too-many', 'error', 'lost', 'error-after'] as const).map((fault) => ({ fault, at })),
)

/** What the process that dies is about. */
export const deathPlaces = ['the checkout', 'an event', 'a print order'] as const
export type DeathPlace = (typeof deathPlaces)[number]
/** More steps than these there are seldom. */
const stepsIn: Readonly<Record<DeathPlace, number>> = { 'the checkout': 10, 'an event': 4, 'a print order': 60 }

/** What one simulated order meets. */
export interface OrderPlan {
  number: number
  buyer: BuyerKind
  /** Of the shirt. */
  quantity: number
  /** What the shirt costs once its price changes, in pence. */
  newPrice: number
  telling: Telling
  printer: PrinterFault | null
  payments: PaymentsFault | null
  /** A process that dies at this step, counted from 1. */
  death: { in: DeathPlace; step: number } | null
}

/**
 * What so many orders meet: the same for the same seed. Kinds are dealt as cards are, from a shuffled pack of all of them, so that
 * even a few orders meet every kind.
 */
export function planOrders(seed: number, count: number): OrderPlan[] {
  const random = seededRandom(seed)
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const buyers = dealFrom<BuyerKind>([...buyerKinds, ...times(7, 'pays' as const)], random)
  const deliveries = dealFrom<Telling>([...tellings, ...times(5, 'once' as const)], random)
  const printer = dealFrom<PrinterFault | null>([...printerFaults, ...times(9, null)], random)
  const payments = dealFrom<PaymentsFault | null>([...paymentsFaults, ...times(8, null)], random)
  const deaths = dealFrom<DeathPlace | null>([...deathPlaces, ...times(5, null)], random)
  return Array.from({ length: count }, (_, index) => {
    const place = deaths()
    return {
      number: index + 1,
      buyer: buyers(),
      quantity: upTo(3),
      newPrice: 1_500 + upTo(2_500),
      telling: deliveries(),
      printer: printer(),
      payments: payments(),
      death: place && { in: place, step: upTo(stepsIn[place]) },
    }
  })
}

/** What a plan counts under in a report: each kind it holds, after what it is a kind of. */
export function kindsOf({ buyer, telling, printer, payments, death }: OrderPlan): string[] {
  return [
    `the buyer ${buyer}`,
    `the payment event: ${telling}`,
    ...(printer ? [`the printer: ${printer.fault}, ${printer.at}`] : []),
    ...(payments ? [`the payments: ${payments.fault}, ${payments.at}`] : []),
    ...(death ? [`a process dies in ${death.in}`] : []),
  ]
}

/** Every kind a plan can count under, in the order they are told in. */
export const allKinds: readonly string[] = [
  ...buyerKinds.map((buyer) => `the buyer ${buyer}`),
  ...tellings.map((telling) => `the payment event: ${telling}`),
  ...printerFaults.map(({ fault, at }) => `the printer: ${fault}, ${at}`),
  ...paymentsFaults.map(({ fault, at }) => `the payments: ${fault}, ${at}`),
  ...deathPlaces.map((place) => `a process dies in ${place}`),
]

/** Deals from a pack that is shuffled afresh whenever it is at its end. */
function dealFrom<Card>(pack: readonly Card[], random: () => number): () => Card {
  let left: Card[] = []
  return () => {
    if (left.length === 0) left = [...pack]
    const [card] = left.splice(Math.floor(random() * left.length), 1)
    return card as Card
  }
}

function times<Card>(count: number, card: Card): Card[] {
  return Array.from({ length: count }, () => card)
}
