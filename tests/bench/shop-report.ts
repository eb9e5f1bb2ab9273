import type { Audit } from './shop-audit.ts'
import type { SimulatedOrders } from './shop-orders.ts'
import { allKinds } from './shop-plan.ts'
import { connections, type MeasuredRequest } from './shop-rates.ts'

/** A table of what visitors ask for, each beside a bare server. */
export function reportRequests(measured: MeasuredRequest[]): string {
  return [
    `Requests, ${connections} under way at a time:`,
    [
      '| what | bytes | a second | p50 / p99, ms | a bare server, a second | p50 / p99, ms | slower by |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...measured.map(
        ({ name, bytes, product, bare }) =>
          `| ${[
            name,
            count(bytes),
            number(product.perSecond),
            `${number(product.p50)} / ${number(product.p99)}`,
            number(bare.perSecond),
            `${number(bare.p50)} / ${number(bare.p99)}`,
            `${number(bare.perSecond / product.perSecond)}×`,
          ].join(' | ')} |`,
      ),
    ].join('\n'),
  ].join('\n\n')
}

/** What is wrong, in words; empty where everything holds. */
export function listFaults({ broken }: SimulatedOrders, { offending }: Audit): string[] {
  return [...broken, ...offending]
}

/** What came of simulated orders, whether it is as it must be, and the same by what was planned. A fault hits whoever asks next. */
export function reportOrders(seed: number, simulated: SimulatedOrders, audit: Audit): string {
  const { buyers, deaths, rounds, seconds } = simulated
  const faults = listFaults(simulated, audit)
  const kept = audit.paidThere - audit.refunded
  return [
    `Simulated buyers, seed ${seed}: ${count(buyers.length)} in ${number(seconds)} s, ${number(audit.orders / seconds)} orders a second; ${count(deaths)} processes died, and ${count(rounds)} reconciliations were run for orders without events.`,
    [
      `- orders: ${count(audit.orders)}, some buyers having made several`,
      `- paid, according to the payment provider: ${count(audit.paidThere)}; according to our tables: ${count(audit.paidHere)}`,
      `- refunded before printing: ${count(audit.refunded)}`,
      `- print orders at the print provider: ${count(audit.prints)}`,
      `- emails queued: ${count(audit.mails)}`,
      `- ${kept === audit.prints ? 'reached' : 'missed'}: as many print orders as orders that are paid and not refunded (${count(audit.prints)} of ${count(kept)})`,
      `- ${faults.length === 0 ? 'reached' : 'missed'}: each of them once, no others, and each email once (${count(faults.length)} orders with a fault)`,
    ].join('\n'),
    [
      '| plan | buyers | orders | paid | refunded | printed |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...allKinds.flatMap((kind) => {
        const of = audit.byKind.get(kind)
        if (!of) return []
        return `| ${kind} | ${[of.planned, of.orders, of.paidThere, of.refunded, of.prints].map(count).join(' | ')} |`
      }),
    ].join('\n'),
  ].join('\n\n')
}

function number(value: number): string {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : count(Math.round(value))
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
