import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import type { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import { type DatabaseClock, openDatabaseClock } from './clock.ts'
import {
  type Config,
  ConfigError,
  dataDirKeyFilesBySetting,
  secretSettingRequirement,
  type VerificationTermDays,
} from './config.ts'
import {
  type Database,
  type DatabaseHandle,
  type DatabasePoolState,
  openMigratedDatabase,
} from './database/database.ts'
import { type LiveEventHub, liveEventsChannel, makeLiveEventHub, maxLiveConnectionsPerMember } from './http/live.ts'
import { SharedCallRateLimiter } from './http/rate-limiter.ts'
import { checkOrRecordDeploymentKind } from './installation.ts'
import { type JobQueue, openJobQueue } from './jobs/jobs.ts'
import { type Mailer, openMailer } from './mail/mail.ts'
import { type ErrorReporter, noErrorReporter } from './observability/error-reporter.ts'
import { createLog, type Log } from './observability/log.ts'
import { type Metrics, noMetrics } from './observability/metrics.ts'
import { ListingVisitCounter } from './observability/visits.ts'
import { InMemoryCache } from './page-cache/cache.ts'
import { measureMsUntilListingStartsOrEnds } from './page-cache/next-turn.ts'
import { PageCache, pageChangesChannel } from './page-cache/page-cache.ts'
import { printfulRateLimit } from './printing/printful.ts'
import { countLimitedRequest } from './security/limits.ts'
import { parseSecrets, SigningSecret } from './security/secret.ts'
import { openVault, type Vault, type VaultKey } from './security/vault.ts'
import { openShopProviders, type ShopProviders } from './shop.ts'
import { toDatabaseOpenStartError } from './start-errors.ts'
import { type BackupStore, openBackupStore } from './storage/backup-store.ts'
import { syncFileToDisk } from './storage/durable-files.ts'
import { type FileStorage, openFileStorage } from './storage/storage.ts'
import { openVirusScanner, type VirusScanner } from './storage/virus-scan.ts'

/** The services every feature builds on. Created once per process and passed down; features use no globals. */
export interface Platform {
  log: Log
  db: Database
  /** The same database for jobs and commands, with longer statement timeouts. */
  jobsDb: Database
  storage: FileStorage
  jobs: JobQueue
  mailer: Mailer
  /** The site's public origin, for links in emails. Never taken from a request, which may name any host. */
  publicUrl: string
  /** Signs links and cookies, and makes hashes that must not be guessable. */
  secret: SigningSecret
  /** Encrypts evidence and service numbers. */
  vault: Vault
  verificationTerms: VerificationTermDays
  /** What one address may ask for in a minute that costs much: see `admitCostly`. */
  costlyRequests: number
  /**
   * Counts what costs as much as many searches against the address of a visitor. Of a request it is the host's; nobody else is limited.
   * @throws TooManyRequestsError
   */
  admitCostly: (requests: number) => Promise<void>
  /** False for the demo. Development tools are only available if false. */
  production: boolean
  /** URL of an external form shown at /contact; null for our own form. */
  contactFormUrl: string | null
  /** The print and payment providers. */
  shop: ShopProviders
  /** Notifies listeners of changes made in any process. */
  live: LiveEventHub
  /** The database's, for moments that another process compares. */
  clock: DatabaseClock
  /** Scans documents for viruses; null if none is configured. */
  scanner: VirusScanner | null
  /** Private networks from which feeds may be fetched. */
  feedNetworks: BlockList
  /** Results of the directory; cleared whenever a listing changes in any process. */
  directoryCache: InMemoryCache
  /** Lookup lists, cached for 10 minutes. */
  referenceCache: InMemoryCache
  /** Row counts, cached for 10 seconds: they change often and are needed often. */
  totalsCache: InMemoryCache
  /** Pictures for link previews; the keys change with the content. */
  pictureCache: InMemoryCache
  /** Pages that are the same for every visitor, rendered and compressed. */
  pageCache: PageCache
  /** Where backups go, and the public key they are encrypted to; null if none are made. */
  backup: { store: BackupStore; recipient: string | null } | null
  /** Copies whole tables, for backups. */
  copyTables: DatabaseHandle['copyTables']
  /** Takes a lock that one process holds; null if another has it. */
  tryLock: DatabaseHandle['tryLock']
  /** A folder for what is written for a moment. */
  dataDir: string
  /** Visits to listings that this process has yet to write down. */
  visits: ListingVisitCounter
  metrics: Metrics
  errors: ErrorReporter
  /** Where alerts are posted while email fails; null for nowhere. */
  alertWebhookUrl: string | null
}

export interface PlatformHandle {
  platform: Platform
  /** The state of each pool of connections. */
  readPools: () => DatabasePoolState[]
  close: () => Promise<void>
}

interface OpenOptions {
  /** Whether this process records its deployment for the database, as the web server does. */
  decides?: boolean
  /** Whether it may open a restored database that is held, as the command does that ends this. */
  opensHeld?: boolean
  /** How this process is watched; not at all unless told. */
  watching?: Observability
}

/** What tells those who run the site how a process is doing. */
export interface Observability {
  metrics: Metrics
  errors: ErrorReporter
}

export const noObservability: Observability = { metrics: noMetrics, errors: noErrorReporter }

/**
 * Opens database, storage and caches as configured.
 * @throws StartError if the database or the folder cannot be used
 * @throws ConfigError if the database belongs to another kind of deployment
 */
export async function openPlatform(
  config: Config,
  log: Log = createLog(config.logLevel),
  { decides = false, opensHeld = false, watching = noObservability }: OpenOptions = {},
): Promise<PlatformHandle> {
  const dataDir = resolve(config.dataDir)
  const { metrics } = watching
  const handle = await openMigratedDatabase(config, { log })
  try {
    await checkOrRecordDeploymentKind(handle.db, config.deployment, { decides, opensHeld })
    const production = config.deployment !== 'demo'
    const secret = new SigningSecret(
      ...(config.secret ??
        parseSecretsOfDataFolderFile(await readOrCreateSecretFile(dataDir, dataDirKeyFilesBySetting.SECRET))),
    )
    return await buildPlatformOnDatabase(handle, {
      log,
      storage: await openFileStorage(config, {
        onError: (operation) => metrics.count('muster_storage_errors_total', { operation }),
      }),
      mailer: openMailer(
        {
          mailFrom: config.mailFrom,
          smtpUrl: config.holdMail ? null : config.smtpUrl,
          production: production || config.holdMail,
        },
        handle.db,
      ),
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      secret,
      vault: openVault(config.evidenceKeys ?? [await ensureEvidenceKey(dataDir)]),
      verificationTerms: config.verification,
      costlyRequests: config.costlyRequests,
      production,
      contactFormUrl: config.contactFormUrl,
      shop: openShopProviders(
        config.shop,
        new SharedCallRateLimiter(() => countLimitedRequest(handle.db, secret, printfulRateLimit, 'all processes')),
      ),
      scanner: openVirusScanner(config.clamdUrl),
      feedNetworks: config.feedNetworks,
      backup: config.backup && {
        store: await openBackupStore(config.backup.location),
        recipient: config.backup.recipient,
      },
      dataDir,
      pageCacheBytes: config.pageCacheBytes,
      ...watching,
      alertWebhookUrl: config.alertWebhookUrl,
    })
  } catch (error) {
    await handle.close()
    throw await toDatabaseOpenStartError(error, config)
  }
}

/** Builds a platform on an open database. */
export async function buildPlatformOnDatabase(
  handle: DatabaseHandle,
  {
    pageCacheBytes,
    ...parts
  }: Pick<
    Platform,
    | 'log'
    | 'storage'
    | 'mailer'
    | 'publicUrl'
    | 'secret'
    | 'vault'
    | 'verificationTerms'
    | 'costlyRequests'
    | 'production'
    | 'contactFormUrl'
    | 'shop'
    | 'scanner'
    | 'feedNetworks'
    | 'backup'
    | 'dataDir'
    | 'metrics'
    | 'errors'
    | 'alertWebhookUrl'
  > & { pageCacheBytes: number },
): Promise<PlatformHandle> {
  // At most a minute, so that a lost notification cannot leave the directory stale for long.
  const directoryCache = new InMemoryCache({
    max: 5_000,
    ttl: 60_000,
    measureTurn: () => measureMsUntilListingStartsOrEnds(handle.db),
  })
  const referenceCache = new InMemoryCache({ max: 20, ttl: 600_000 })
  const totalsCache = new InMemoryCache({ max: 20, ttl: 10_000 })
  const pictureCache = new InMemoryCache({ max: 200, ttl: 3_600_000 })
  const pageCache = new PageCache(handle.db, pageCacheBytes)
  const hearChange = (said: string) => {
    const tags = said.split(' ')
    // First the caches, so that no page is rendered from what they held before.
    if (tags.includes('directory')) directoryCache.clear()
    if (tags.includes('reference')) referenceCache.clear()
    pageCache.hear(tags)
  }
  const missChanges = () => {
    directoryCache.clear()
    pageCache.missSomething()
  }
  const jobs = await openJobQueue(handle, parts.log)
  const live = makeLiveEventHub(handle.limitOpen(maxLiveConnectionsPerMember))
  const clock = await openDatabaseClock(handle.db, parts.log)
  const stopListening = [
    await handle.listen(pageChangesChannel, hearChange, missChanges),
    await handle.listen(liveEventsChannel, live.hear, live.missSomething),
  ]
  return {
    platform: {
      ...parts,
      admitCostly: async () => undefined,
      db: handle.db,
      jobsDb: handle.jobsDb,
      copyTables: handle.copyTables,
      tryLock: handle.tryLock,
      jobs,
      live,
      clock,
      directoryCache,
      referenceCache,
      totalsCache,
      pictureCache,
      pageCache,
      visits: new ListingVisitCounter(),
    },
    readPools: handle.readPools,
    close: async () => {
      live.close()
      clock.close()
      await jobs.close()
      parts.mailer.close()
      for (const stop of stopListening) await stop()
      await handle.close()
    },
  }
}

/** Reads the secrets of the file in the data folder. @throws ConfigError */
export function parseSecretsOfDataFolderFile(text: string): [string, ...string[]] {
  const secrets = parseSecrets(text)
  if (secrets) return secrets
  throw new ConfigError(`the file ${dataDirKeyFilesBySetting.SECRET} of DATA_DIR must hold ${secretSettingRequirement}`)
}

async function ensureEvidenceKey(dataDir: string): Promise<VaultKey> {
  return {
    id: 'kept',
    key: Buffer.from(await readOrCreateSecretFile(dataDir, dataDirKeyFilesBySetting.EVIDENCE_KEYS), 'base64url'),
  }
}

/** Reads a secret from the data folder, or creates it there: 32 random bytes as base64url. It is on the disk before it is used. */
export async function readOrCreateSecretFile(
  dataDir: string,
  name: (typeof dataDirKeyFilesBySetting)[keyof typeof dataDirKeyFilesBySetting],
): Promise<string> {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    // Written completely under another name first: a power cut must not leave an empty secret.
    const fresh = `${file}-${randomUUID()}`
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    await syncFileToDisk(dataDir, fresh)
    linkSync(fresh, file)
    unlinkSync(fresh)
  }
  await syncFileToDisk(dataDir, file)
  return readFileSync(file, 'utf8').trim()
}
