import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, type Log } from '#app/platform/.server/log.ts'
import { openMailer } from '#app/platform/.server/mail.ts'
import { joinPlatform, type OpenPlatform } from '#app/platform/.server/platform.ts'
import type { ShopProviders } from '#app/platform/.server/shop.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { openTestDatabase } from './database.ts'
import { settingsForTests } from './settings.ts'

interface TestPlatformOptions {
  /** A mail server; without one emails are kept, or wait in production. */
  smtpUrl?: string
  production?: boolean
  /** The print and payment providers; none by default. */
  shop?: Partial<ShopProviders>
  log?: Log
}

/** Opens a platform on its own database and folder; `close` deletes both. */
export async function openTestPlatform({
  smtpUrl,
  production = false,
  shop = {},
  log = createLog('silent'),
}: TestPlatformOptions = {}): Promise<OpenPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const storage = await openStorage({ dataDir: folder, s3: null })
  const database = await openTestDatabase()
  const open = await joinPlatform(database, {
    log,
    storage,
    mailer: openMailer(
      { smtpUrl: smtpUrl ?? null, mailFrom: 'Muster <no-reply@muster.example>', production },
      database.db,
    ),
    ...settingsForTests,
    production,
    shop: { ...settingsForTests.shop, ...shop },
  })
  return {
    ...open,
    close: async () => {
      await open.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
