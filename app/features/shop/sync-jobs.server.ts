import { productDescriptions } from '#app/features/content/service.server.ts'
import { JobFailed, type JobHandler } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { PrintFailed } from '#app/platform/.server/print.ts'
import { syncAll, syncOne, syncRound } from './sync-job-kinds.ts'
import { carryOutSyncRound, syncProduct, syncProducts } from './sync-service.server.ts'

/** What carries out the jobs around the products of the shop. */
export const syncHandlers: JobHandler<Platform>[] = [
  {
    name: syncRound.name,
    handle: (platform, data) => carryOutSyncRound(platform, syncRound.schema.parse(data).at),
  },
  {
    name: syncAll.name,
    handle: async (platform) => {
      await syncProducts(platform, productDescriptions)
    },
  },
  {
    name: syncOne.name,
    handle: async (platform, data) => {
      try {
        await syncProduct(platform, syncOne.schema.parse(data).productId, productDescriptions)
      } catch (error) {
        if (!(error instanceof PrintFailed)) throw error
        throw new JobFailed(`the print provider ${error.message}`)
      }
    },
  },
]
