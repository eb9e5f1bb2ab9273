import { productDescriptions } from '#app/features/content/service.server.ts'
import { JobFailed, type JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { PrintFailed } from '#app/platform/.server/print.ts'
import { registerWebhookJob, syncAll, syncOne, syncRound } from './sync-job-kinds.ts'
import { carryOutSyncRound, registerWebhook, syncProduct, syncProducts } from './sync-service.server.ts'

/** What carries out the jobs around the products of the shop. */
export const syncHandlers: JobHandler<Platform>[] = [
  {
    name: syncRound.name,
    handle: (platform, data) => carryOutSyncRound(platform, syncRound.schema.parse(data).at),
  },
  {
    name: registerWebhookJob.name,
    handle: (platform) => registerWebhook(platform).catch(failInWords),
  },
  {
    name: syncAll.name,
    handle: async (platform) => {
      await syncProducts(platform, productDescriptions)
    },
  },
  {
    name: syncOne.name,
    handle: (platform, data) =>
      syncProduct(platform, syncOne.schema.parse(data).productId, productDescriptions).catch(failInWords),
  },
]

function failInWords(error: unknown): never {
  throw error instanceof PrintFailed ? new JobFailed(`the print provider ${error.message}`) : error
}
