import { productDescriptions } from '#app/features/content/service.server.ts'
import { handleJobs } from '#app/platform/.server/jobs/handle-jobs.ts'
import { JobFailed } from '#app/platform/.server/jobs/jobs.ts'
import { PrintProviderError } from '#app/platform/.server/printing/print-provider.ts'
import * as jobs from './jobs.server.ts'
import { syncDueProducts, syncProduct, syncProducts } from './sync/service.server.ts'
import { registerWebhook } from './sync/webhook-service.server.ts'

export const jobHandlers = handleJobs(jobs, {
  syncDueProductsJob: (platform, _, jobId) => syncDueProducts(platform, jobId),
  registerWebhookJob: (platform) => registerWebhook(platform).catch(nameProvider),
  syncProductsJob: async (platform) => {
    await syncProducts(platform, productDescriptions)
  },
  syncProductJob: (platform, { productId }) =>
    syncProduct(platform, productId, productDescriptions).catch(nameProvider),
})

/** @throws JobFailed with the name of the provider that failed */
function nameProvider(error: unknown): never {
  throw error instanceof PrintProviderError ? new JobFailed(`the print provider ${error.message}`) : error
}
