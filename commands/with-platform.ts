import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { describeErrorForLog } from '#app/platform/.server/observability/scrub.ts'
import { openPlatform, type Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'

/** Runs a command on the configured platform; 1 is the exit code where it answers false, or cannot be carried out. */
export async function runCommandOnPlatform(act: (platform: Platform) => Promise<boolean>): Promise<void> {
  try {
    const { platform, close } = await openPlatform(parseConfig(process.env), createLog('warn'))
    try {
      await syncReferenceData(platform)
      if (!(await act(platform))) process.exitCode = 1
    } finally {
      await close()
    }
  } catch (error) {
    // What is not explained is ours to look into.
    console.error(error instanceof StartError ? error.message : describeErrorForLog(error))
    process.exitCode = 1
  }
}
