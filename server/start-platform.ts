import { resolve } from 'node:path'
import { moveOlderDatabase } from '../app/features/backups/move-service.server.ts'
import { queueMissing } from '../app/features/credentials/issuing-service.server.ts'
import { ensureSigningKey } from '../app/features/credentials/signing/keys-service.server.ts'
import { queueDueRefresh } from '../app/features/directory/listings-service.server.ts'
import { checkKeys } from '../app/features/monitoring/key-check-service.server.ts'
import { watchWorkers } from '../app/features/monitoring/service.server.ts'
import { syncReferenceData } from '../app/features/places/reference-data-service.server.ts'
import type { Config } from '../app/platform/.server/config.ts'
import { createLog, type Log } from '../app/platform/.server/observability/log.ts'
import { type OpenPlatform, openPlatform, type Platform, type Watching } from '../app/platform/.server/platform.ts'
import { explainOpening } from '../app/platform/.server/start-errors.ts'
import { describeDemoAccounts, shutDemoAccounts } from '../demo/accounts.ts'
import { startWorker } from '../worker/run.ts'

/**
 * Opens the platform for a server: fills the empty embedded database of a demo with its data, and starts the worker unless it runs as a
 * process of its own.
 */
export async function startPlatform(config: Config, log?: Log, watching?: Watching): Promise<OpenPlatform> {
  if (!config.databaseUrl) await moveOlderDatabase(resolve(config.dataDir), log ?? createLog(config.logLevel))
  const open = await openPlatform(config, log, { decides: true, ...(watching && { watching }) })
  const { platform } = open
  await completeDatabase(platform, config).catch(async (error) => {
    await open.close()
    throw error
  })
  // A public site begins without businesses that do not exist.
  if (!config.databaseUrl && !platform.production) {
    // Loaded here, as only a demo needs it, and it takes a while.
    const { fillDemoWhenEmpty } = await import('../demo/fill-demo.ts')
    await fillDemoWhenEmpty(platform).catch(async (error) => {
      throw await explainOpening(error, config)
    })
  }
  if (platform.production && (await shutDemoAccounts(platform)) > 0) {
    platform.log.warn('the accounts of the demo, whose password everybody knows, can be signed in to no more')
  }
  const stop = config.worker === 'inside' ? await startWorker(platform) : watchWorkers(platform)
  return {
    ...open,
    close: () => {
      stop()
      return open.close()
    },
  }
}

/** Checks the keys, and has in the database what a server of this release needs there beside its tables. */
export async function completeDatabase(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'production' | 'secret' | 'vault'>,
  config: Config,
): Promise<void> {
  await checkKeys(platform, config, { decides: true })
  await syncReferenceData(platform)
  await queueDueRefresh(platform)
  await queueMissing(platform)
  await ensureSigningKey(platform)
}

/** Prints the URL of the server and, for a demo, the accounts to sign in with. */
export async function announceServer(
  platform: Pick<Platform, 'db' | 'production'>,
  config: Config,
  port: number,
): Promise<void> {
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host
  console.log(`\nMuster is at ${config.publicUrl ?? `http://${host}:${port}`}\n`)
  if (config.databaseUrl || platform.production) return
  const accounts = await describeDemoAccounts(platform)
  if (accounts) console.log(accounts)
}
