import { BlockList } from 'node:net'
import type { DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { openMailer } from '#app/platform/.server/mail/mail.ts'
import { createLog, type Log } from '#app/platform/.server/observability/log.ts'
import {
  buildPlatformOnDatabase,
  noObservability,
  type Observability,
  type Platform,
  type PlatformHandle,
} from '#app/platform/.server/platform.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import type { ShopProviders } from '#app/platform/.server/shop.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'

export interface TestPlatformOptions {
  /** A mail server; without one emails are kept, or wait in production. */
  smtpUrl?: string
  production?: boolean
  /** The print and payment providers; none by default. */
  shop?: Partial<ShopProviders>
  log?: Log
  /** Where backups go; none are made by default. */
  backup?: Platform['backup']
  metrics?: Observability['metrics']
  errors?: Observability['errors']
}

/** Joins a platform for tests and benchmarks to a database and a folder for files. Its `close` also closes the database. */
export async function joinTestPlatform(
  database: DatabaseHandle,
  dataDir: string,
  {
    smtpUrl,
    production = false,
    shop = {},
    log = createLog('silent'),
    backup = null,
    ...watching
  }: TestPlatformOptions = {},
): Promise<PlatformHandle> {
  const secret = new SigningSecret('a secret for tests alone, 32 characters')
  return buildPlatformOnDatabase(database, {
    log,
    storage: await openFileStorage({ dataDir, s3: null }),
    mailer: openMailer(
      {
        smtpUrl: smtpUrl ?? null,
        mailFrom: 'Muster <no-reply@muster.example>',
        production,
      },
      database.db,
    ),
    publicUrl: 'http://muster.example',
    secret,
    vault: openVault([{ id: 'tests', key: Buffer.alloc(32, 7) }]),
    costlyRequests: 60,
    verificationTerms: { evidenceDays: 30, validDays: 365, graceDays: 30 },
    scanner: null,
    backup,
    dataDir,
    feedNetworks: new BlockList(),
    pageCacheBytes: 64 * 2 ** 20,
    production,
    ...noObservability,
    ...watching,
    alertWebhookUrl: null,
    contactFormUrl: null,
    shop: { printProvider: null, paymentProvider: null, storeUrl: null, isDemo: false, ...shop },
  })
}
