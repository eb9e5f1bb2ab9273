import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { PaymentProviderError } from '#app/platform/.server/payment/payment-provider.ts'
import { PrintProviderError } from '#app/platform/.server/printing/print-provider.ts'
import { closeReplacedPaymentSession } from './checkout/service.server.ts'
import * as jobs from './jobs.server.ts'
import { carryOutOrderRefund } from './payment/refund-service.server.ts'
import { reconcileOrderOfPayment } from './payment/service.server.ts'
import { reconcileOrderWithPrint, sendOrderToPrint } from './printing/service.server.ts'
import { reconcileOrders } from './reconciliation/service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  reconcileOrderPaymentJob: (platform, payment) => nameProvider(reconcileOrderOfPayment(platform, payment)),
  sendOrderToPrintJob: (platform, { orderId }) => nameProvider(sendOrderToPrint(platform, orderId)),
  reconcilePrintOrderJob: (platform, { externalId }) => nameProvider(reconcileOrderWithPrint(platform, externalId)),
  closePaymentSessionJob: (platform, { orderId }) => nameProvider(closeReplacedPaymentSession(platform, orderId)),
  refundOrderJob: (platform, refund) => nameProvider(carryOutOrderRefund(platform, refund)),
  reconcileOrdersJob: (platform, _, jobId) => reconcileOrders(platform, jobId),
})

/** @throws JobFailedError with the name of the provider that failed */
async function nameProvider(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof PaymentProviderError) throw new JobFailedError(`the card payment provider: ${error.reason}`)
    if (error instanceof PrintProviderError) throw new JobFailedError(`the print provider: ${error.reason}`)
    throw error
  }
}
