import { syncTrades } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { syncPlaces } from './service.server.ts'

/** Writes the tables of trades and places from their files. Costs two small queries if no file has changed. */
export async function syncReferenceData(platform: Pick<Platform, 'db'>): Promise<void> {
  await syncTrades(platform)
  await syncPlaces(platform)
}
