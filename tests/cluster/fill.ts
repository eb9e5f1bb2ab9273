import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { readConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openPlatform, type Platform } from '#app/platform/.server/platform.ts'

/** Does something with the database and the store of these settings, before there is a process that serves them. */
export async function fillWith(
  environment: Record<string, string>,
  fill: (platform: Platform) => Promise<void>,
): Promise<void> {
  const { platform, close } = await openPlatform(readConfig(environment), createLog('warn'), { decides: true })
  try {
    await syncReferenceData(platform)
    await fill(platform)
  } finally {
    await close()
  }
}
