import { resolve } from 'node:path'
import { convertOlderEmbeddedDatabase } from '../app/features/backups/move-service.server.ts'
import { queueIssueOfMissingListingCredentials } from '../app/features/credentials/issuing-service.server.ts'
import { ensureCredentialSigningKey } from '../app/features/credentials/signing/keys-service.server.ts'
import { queueDueListingsRefresh } from '../app/features/directory/listings-service.server.ts'
import { checkConfiguredKeys } from '../app/features/monitoring/key-check-service.server.ts'
import { watchWorkerHeartbeat } from '../app/features/monitoring/service.server.ts'
import { syncReferenceData } from '../app/features/places/reference-data-service.server.ts'
import type { Config } from '../app/platform/.server/config.ts'
import { createLog, type Log } from '../app/platform/.server/observability/log.ts'
import {
  type Observability,
  openPlatform,
  type Platform,
  type PlatformHandle,
} from '../app/platform/.server/platform.ts'
import { toDatabaseOpenStartError } from '../app/platform/.server/start-errors.ts'
import { describeDemoAccounts, shutDemoAccounts } from '../demo/accounts.ts'
import { startWorker } from '../worker/run.ts'

/**
 * Opens the platform for a server: fills the empty embedded database of a demo with its data, and starts the worker unless it runs as a
 * process of its own.
 */
export async function startServerPlatform(
  config: Config,
  log?: Log,
  watching?: Observability,
): Promise<PlatformHandle> {
  if (!config.databaseUrl)
    await convertOlderEmbeddedDatabase(resolve(config.dataDir), log ?? createLog(config.logLevel))
  const open = await openPlatform(config, log, { decides: true, ...(watching && { watching }) })
  const { platform } = open
  await prepareServerDatabase(platform, config).catch(async (error) => {
    await open.close()
    throw error
  })
  // A public site begins without businesses that do not exist.
  if (!config.databaseUrl && !platform.production) {
    // Loaded here, as only a demo needs it, and it takes a while.
    const { fillDemoWhenEmpty } = await import('../demo/fill-demo.ts')
    await fillDemoWhenEmpty(platform).catch(async (error) => {
      throw await toDatabaseOpenStartError(error, config)
    })
  }
  if (platform.production && (await shutDemoAccounts(platform)) > 0) {
    platform.log.warn('nobody can log in to the accounts of the demo any more, as everyone knows their password')
  }
  const stop = config.worker === 'inside' ? await startWorker(platform) : watchWorkerHeartbeat(platform)
  return {
    ...open,
    close: () => {
      stop()
      return open.close()
    },
  }
}

/** Checks the keys, and has in the database what a server of this release needs there beside its tables. */
async function prepareServerDatabase(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'production' | 'secret' | 'vault'>,
  config: Config,
): Promise<void> {
  await checkConfiguredKeys(platform, config, { decides: true })
  await syncReferenceData(platform)
  await queueDueListingsRefresh(platform)
  await queueIssueOfMissingListingCredentials(platform)
  await ensureCredentialSigningKey(platform)
}

/** Prints the URL of the server and, for a demo, the accounts to sign in with. */
export async function printServerUrlAndDemoAccounts(
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
