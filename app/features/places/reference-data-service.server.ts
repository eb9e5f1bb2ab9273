import { syncEnglishWords } from '#app/features/reference/english-words-service.server.ts'
import { syncTrades } from '#app/features/reference/trades-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { syncPlaces } from './service.server.ts'

/** Writes the tables of trades, places and English words from their files. Costs three small queries if no file has changed. */
export async function syncReferenceData(platform: Pick<Platform, 'db'>): Promise<void> {
  await syncTrades(platform)
  await syncPlaces(platform)
  await syncEnglishWords(platform)
}
