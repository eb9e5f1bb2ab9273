import { JobFailed, type JobHandler } from '#app/platform/.server/jobs.ts'
import { PaymentsFailed } from '#app/platform/.server/payments.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { PrintFailed } from '#app/platform/.server/print.ts'
import { closeUnwantedSession } from './checkout-service.server.ts'
import { closeSession, lookAtPayment, lookAtPrint, orderRound, payBack, sendToPrint } from './job-kinds.ts'
import { lookAfterPayment } from './payment-service.server.ts'
import { lookAfterPrint, sendOrderToPrint } from './print-service.server.ts'
import { carryOutRefund } from './refund-service.server.ts'
import { carryOutOrderRound } from './round-service.server.ts'

/** What carries out the jobs around orders. */
export const orderHandlers: JobHandler<Platform>[] = [
  {
    name: lookAtPayment.name,
    handle: (platform, data) => inWords(() => lookAfterPayment(platform, lookAtPayment.schema.parse(data))),
  },
  {
    name: sendToPrint.name,
    handle: (platform, data) => inWords(() => sendOrderToPrint(platform, sendToPrint.schema.parse(data).orderId)),
  },
  {
    name: lookAtPrint.name,
    handle: (platform, data) => inWords(() => lookAfterPrint(platform, lookAtPrint.schema.parse(data).externalId)),
  },
  {
    name: closeSession.name,
    handle: (platform, data) => inWords(() => closeUnwantedSession(platform, closeSession.schema.parse(data).orderId)),
  },
  {
    name: payBack.name,
    handle: (platform, data) => inWords(() => carryOutRefund(platform, payBack.schema.parse(data))),
  },
  {
    name: orderRound.name,
    handle: (platform, data) => carryOutOrderRound(platform, orderRound.schema.parse(data).at),
  },
]

/** The failures of both providers in words that may be kept and shown. */
async function inWords(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (error instanceof PaymentsFailed) throw new JobFailed(`the card payment provider: ${error.reason}`)
    if (error instanceof PrintFailed) throw new JobFailed(`the print provider: ${error.reason}`)
    throw error
  }
}
