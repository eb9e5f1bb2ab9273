import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlatformHandle } from '#app/platform/.server/platform.ts'
import { openTestDatabase } from './database.ts'
import { joinTestPlatform, type TestPlatformOptions } from './join-platform.ts'

/** Opens a platform on its own database and folder; `close` deletes both. */
export async function openTestPlatform(options?: TestPlatformOptions): Promise<PlatformHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const open = await joinTestPlatform(await openTestDatabase(), folder, options)
  return {
    ...open,
    close: async () => {
      await open.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
