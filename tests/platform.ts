import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#app/platform/.server/log.ts'
import { openPost } from '#app/platform/.server/mail.ts'
import { joinPlatform, type OpenPlatform } from '#app/platform/.server/platform.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { openTestDatabase } from './database.ts'

/** A platform on a database and a folder of its own; `close` throws both away. */
export async function openTestPlatform(): Promise<OpenPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const storage = await openStorage({ dataDir: folder, s3: null })
  const database = await openTestDatabase()
  const open = await joinPlatform(database, {
    log: createLog('silent'),
    storage,
    post: openPost({ smtpUrl: null, mailFrom: 'Muster <no-reply@muster.example>', production: false }, database.db),
    publicUrl: 'http://muster.example',
    secret: 'a secret for tests alone, 32 characters',
  })
  return {
    ...open,
    close: async () => {
      await open.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
