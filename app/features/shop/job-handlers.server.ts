import { productDescriptions } from '#app/features/content/service.server.ts'
import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { PrintProviderError } from '#app/platform/.server/printing/print-provider.ts'
import * as jobs from './jobs.server.ts'
import {
  queueProductSyncIfDue,
  syncProductFromPrintProvider,
  syncProductsFromPrintProvider,
} from './sync/service.server.ts'
import { registerPrintWebhook } from './sync/webhook-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  queueProductSyncIfDueJob: (platform, _, jobId) => queueProductSyncIfDue(platform, jobId),
  registerPrintWebhookJob: (platform) => registerPrintWebhook(platform).catch(nameProvider),
  syncProductsFromPrintProviderJob: async (platform) => {
    await syncProductsFromPrintProvider(platform, productDescriptions)
  },
  syncProductFromPrintProviderJob: (platform, { productId }) =>
    syncProductFromPrintProvider(platform, productId, productDescriptions).catch(nameProvider),
})

/** @throws JobFailedError with the name of the provider that failed */
function nameProvider(error: unknown): never {
  throw error instanceof PrintProviderError ? new JobFailedError(`the print provider ${error.message}`) : error
}
