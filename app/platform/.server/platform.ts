import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import type { BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import { Cache } from './cache.ts'
import { type Config, keptKeyFiles, type VerificationTerms } from './config.ts'
import { type Database, type DatabaseHandle, openDatabase } from './database.ts'
import { syncFileBelow } from './durable-files.ts'
import { agreeOnDeployment } from './installation.ts'
import { type Jobs, openJobs } from './jobs.ts'
import { type Live, liveChannel, openLive } from './live.ts'
import { createLog, type Log } from './log.ts'
import { type Mailer, openMailer } from './mail.ts'
import { openShop, type ShopProviders } from './shop.ts'
import { explainOpening } from './start-errors.ts'
import { openStorage, type Storage } from './storage.ts'
import { openVault, type Vault, type VaultKey } from './vault.ts'
import { openScanner, type Scanner } from './virus-scan.ts'

/** What every service stands on. Made once a process and handed down; nothing in the rooms reaches for a global. */
export interface Platform {
  log: Log
  db: Database
  /** The same database for jobs and commands, whose statements may take longer than a visitor's. */
  jobsDb: Database
  storage: Storage
  jobs: Jobs
  mailer: Mailer
  /** Origin people reach the product at, for links in mails: never taken from a request, which may name any host. */
  publicUrl: string
  /** Keys hashes that must not be guessed; see SECRET. */
  secret: string
  /** Seals evidence and service numbers. */
  vault: Vault
  verificationTerms: VerificationTerms
  /** Whether it is no demo: what is for those who work on it is then not there. */
  production: boolean
  /** The form of somebody else at /contact; null for our own. */
  contactFormUrl: string | null
  /** Who prints and who takes the money. */
  shop: ShopProviders
  /** Tells who watches what changes, whichever process changes it. */
  live: Live
  /** Looks for viruses in documents; null where none was set up. */
  scanner: Scanner | null
  /** Networks that feeds may be fetched from although they are not public. */
  feedNetworks: BlockList
  /** Answers of the directory, forgotten whenever a listing changes in any process. */
  directoryCache: Cache
  /** Lookups, remembered for 10 minutes. */
  referenceMemory: Cache
  /** Counts of whole tables, which change all the time and are wanted all the time: remembered for seconds. */
  totalsCache: Cache
  /** Pictures drawn for sharing; their keys change with what they show. */
  pictureCache: Cache
}

export interface OpenPlatform {
  platform: Platform
  engine: DatabaseHandle['engine']
  close: () => Promise<void>
}

interface OpenOptions {
  /** Whether this process decides for the database what it serves, which the server does. */
  decides?: boolean
}

/**
 * Opens database, storage and caches as configured.
 * @throws StartError where the database or the folder cannot be used, ConfigError where the database serves something else
 */
export async function openPlatform(
  config: Config,
  log: Log = createLog(config.logLevel),
  { decides = false }: OpenOptions = {},
): Promise<OpenPlatform> {
  const dataDir = resolve(config.dataDir)
  const handle = await openDatabase(config)
  try {
    await agreeOnDeployment(handle.db, config.deployment, { decides })
    const production = config.deployment !== 'demo'
    return await joinPlatform(handle, {
      log,
      storage: await openStorage(config),
      mailer: openMailer(
        {
          mailFrom: config.mailFrom,
          smtpUrl: config.holdMail ? null : config.smtpUrl,
          production: production || config.holdMail,
        },
        handle.db,
      ),
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      secret: config.secret ?? (await ensureSecret(dataDir, keptKeyFiles.SECRET)),
      vault: openVault(config.evidenceKeys ?? [await ensureEvidenceKey(dataDir)]),
      verificationTerms: config.verification,
      production,
      contactFormUrl: config.contactFormUrl,
      shop: openShop(config.shop),
      scanner: openScanner(config.clamdUrl),
      feedNetworks: config.feedNetworks,
    })
  } catch (error) {
    await handle.close()
    throw await explainOpening(error, config)
  }
}

/** A platform on a database that is open already. */
export async function joinPlatform(
  handle: DatabaseHandle,
  parts: Pick<
    Platform,
    | 'log'
    | 'storage'
    | 'mailer'
    | 'publicUrl'
    | 'secret'
    | 'vault'
    | 'verificationTerms'
    | 'production'
    | 'contactFormUrl'
    | 'shop'
    | 'scanner'
    | 'feedNetworks'
  >,
): Promise<OpenPlatform> {
  // A minute at most: should a notification ever be lost, nobody sees yesterday's directory for long.
  const directoryCache = new Cache({ max: 5_000, ttl: 60_000 })
  const referenceMemory = new Cache({ max: 20, ttl: 600_000 })
  const totalsCache = new Cache({ max: 20, ttl: 10_000 })
  const pictureCache = new Cache({ max: 200, ttl: 3_600_000 })
  const forget = () => directoryCache.clear()
  const jobs = await openJobs(handle.jobsConnection, handle.db, parts.log)
  const live = openLive()
  const stopListening = [
    await handle.listen('directory_changed', forget, forget),
    await handle.listen(liveChannel, live.hear, live.missSomething),
  ]
  return {
    platform: {
      ...parts,
      db: handle.db,
      jobsDb: handle.jobsDb,
      jobs,
      live,
      directoryCache,
      referenceMemory,
      totalsCache,
      pictureCache,
    },
    engine: handle.engine,
    close: async () => {
      live.close()
      await jobs.close()
      parts.mailer.close()
      for (const stop of stopListening) await stop()
      await handle.close()
    },
  }
}

async function ensureEvidenceKey(dataDir: string): Promise<VaultKey> {
  return { id: 'kept', key: Buffer.from(await ensureSecret(dataDir, keptKeyFiles.EVIDENCE_KEYS), 'base64url') }
}

/** A secret of 32 bytes kept in the data folder, made on first use; base64url. It is on the disk before it is used. */
export async function ensureSecret(
  dataDir: string,
  name: (typeof keptKeyFiles)[keyof typeof keptKeyFiles],
): Promise<string> {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    // Whole under another name first: a power cut must leave no empty secret.
    const fresh = `${file}-${randomUUID()}`
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    await syncFileBelow(dataDir, fresh)
    linkSync(fresh, file)
    unlinkSync(fresh)
  }
  await syncFileBelow(dataDir, file)
  return readFileSync(file, 'utf8').trim()
}
