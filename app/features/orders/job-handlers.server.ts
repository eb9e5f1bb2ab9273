import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import { JobFailed } from '#app/platform/.server/jobs/jobs.ts'
import { PaymentProviderError } from '#app/platform/.server/payment/payment-provider.ts'
import { PrintProviderError } from '#app/platform/.server/printing/print-provider.ts'
import { closeUnwantedSession } from './checkout/service.server.ts'
import * as jobs from './jobs.server.ts'
import { carryOutRefund } from './payment/refund-service.server.ts'
import { reconcilePayment } from './payment/service.server.ts'
import { reconcilePrint, sendOrderToPrint } from './printing/service.server.ts'
import { reconcileOrders } from './reconciliation/service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  reconcilePaymentJob: (platform, payment) => nameProvider(reconcilePayment(platform, payment)),
  sendToPrintJob: (platform, { orderId }) => nameProvider(sendOrderToPrint(platform, orderId)),
  reconcilePrintJob: (platform, { externalId }) => nameProvider(reconcilePrint(platform, externalId)),
  closeSessionJob: (platform, { orderId }) => nameProvider(closeUnwantedSession(platform, orderId)),
  refundJob: (platform, refund) => nameProvider(carryOutRefund(platform, refund)),
  reconcileOrdersJob: (platform, _, jobId) => reconcileOrders(platform, jobId),
})

/** @throws JobFailed with the name of the provider that failed */
async function nameProvider(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (error instanceof PaymentProviderError) throw new JobFailed(`the card payment provider: ${error.reason}`)
    if (error instanceof PrintProviderError) throw new JobFailed(`the print provider: ${error.reason}`)
    throw error
  }
}
