import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { describeErrorForLog } from '#app/platform/.server/observability/scrub.ts'
import { openPlatform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { seedSampleBusinesses } from '../demo/seed-businesses.ts'

const usage = 'Usage: npm run seed -- --businesses N   (N from 1 to 10,000,000)'

const { values } = parseArgs({ options: { businesses: { type: 'string' } } })
const count = Number(values.businesses?.replace(/[,_]/g, ''))
if (!Number.isInteger(count) || count < 1 || count > 10_000_000) {
  console.error(usage)
  process.exit(1)
}

try {
  const { platform, close } = await openPlatform(parseConfig(process.env), createLog('warn'))
  const bar = new SingleBar({ format: 'Sample businesses {bar} {value} of {total}, {eta_formatted} left' })
  try {
    bar.start(count, 0)
    await seedSampleBusinesses(platform, count, (done) => bar.update(done))
  } finally {
    bar.stop()
    await close()
  }
} catch (error) {
  // What is not explained is ours to look into.
  console.error(error instanceof StartError ? error.message : describeErrorForLog(error))
  process.exitCode = 1
}
