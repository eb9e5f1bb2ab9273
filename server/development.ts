import { readConfig } from '../app/platform/.server/config.ts'
import { openPlatform } from '../app/platform/.server/platform.ts'
import { fillDemoWhenEmpty } from '../db/fill-demo.ts'
import { startWorker } from '../worker/run.ts'
import { createHost } from './app.ts'

// Vite loads this module afresh after a change; the database must stay open across that, so it hangs on the process.
const kept = globalThis as typeof globalThis & { musterPlatform?: ReturnType<typeof openPlatform> }
const config = readConfig(process.env)
kept.musterPlatform ??= openPlatform(config).then(async (open) => {
  if (!config.databaseUrl) await fillDemoWhenEmpty(open.platform, { accounts: !config.production })
  if (config.worker === 'inside') await startWorker(open.platform)
  return open
})
const { platform } = await kept.musterPlatform

export const fetch = createHost(platform, config).fetch
