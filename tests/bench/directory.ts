// npm run bench:directory -- [--sizes 3400,34000,340000] [--plans] [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { sql } from 'drizzle-orm'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import type { Database, DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { openBenchDatabase } from './bench-database.ts'
import { measureHelp } from './directory-assistance.ts'
import { measureClients } from './directory-clients.ts'
import { measureImport } from './directory-import.ts'
import { explainQueries, measureQueries } from './directory-measures.ts'
import { benchmarkQueries } from './directory-queries.ts'
import { measureRefresh } from './directory-refresh.ts'
import {
  type Run,
  reportClients,
  reportGrowth,
  reportImport,
  reportRefresh,
  reportRun,
  reportVerdicts,
} from './directory-report.ts'
import { chooseByFrequency, countVocabulary } from './directory-vocabulary.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '3400,34000,340000' },
    plans: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
if (!sizes.every((size) => size >= 12)) {
  console.error('Sizes are whole numbers from 12.')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
// A quarter of the memory, as PostgreSQL's manual advises for a server that has nothing else to do.
const sharedBuffers = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`
const server = (await startPostgres({ sharedBuffers })) ?? process.exit(1)

const report: string[] = []
const say = (text: string) => {
  console.log(`${text}\n`)
  report.push(text)
}

try {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`
  say(
    `Node ${process.version}, ${cpus().length} processors, ${memory}, of which PostgreSQL keeps ${sharedBuffers} for tables.`,
  )
  const runs: Run[] = []
  for (const size of sizes) runs.push(await measureSize(size))
  if (runs.length > 1) say(reportGrowth(runs))
  say(reportVerdicts(runs))
  await withBenchDatabase('import', async ({ db }) => {
    await syncReferenceData({ db })
    say(reportImport(await measureImport(db, folder)))
  })
  if (values.write) writeReport('bench:directory', report.join('\n\n'))
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function measureSize(size: number): Promise<Run> {
  return withBenchDatabase(`${size}`, async (handle) => {
    await seed(handle.db, size)
    const { platform, close } = await joinTestPlatform({ ...handle, close: async () => undefined }, folder, {
      log: createLog('warn'),
    })
    try {
      const vocabulary = await countVocabulary(platform)
      const queries = benchmarkQueries(await chooseByFrequency(platform, vocabulary))
      const measured = await measureQueries(platform, queries)
      const run = { size, measured, help: await measureHelp(platform) }
      say(reportRun(run))
      say(reportClients(size, await measureClients(platform, vocabulary)))
      if (values.plans) console.log(await explainQueries(platform, queries))
      say(reportRefresh(await measureRefresh(platform)))
      return run
    } finally {
      await close()
    }
  })
}

async function seed(db: Database, size: number): Promise<void> {
  await syncReferenceData({ db })
  const storage = await openFileStorage({ dataDir: folder, s3: null })
  const bar = new SingleBar({ format: '{bar} {value} of {total} businesses, {eta_formatted} left' })
  bar.start(size, 0)
  await seedSampleBusinesses({ db, storage }, size, (done) => bar.update(done))
  bar.stop()
  // As a running server's own housekeeping leaves the tables after a while.
  await db.execute(sql`VACUUM ANALYZE`)
}

/** Gives a new, empty database to `act`, and deletes it afterwards. */
async function withBenchDatabase<Result>(
  purpose: string,
  act: (handle: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await openBenchDatabase(server.url, purpose)
  try {
    return await act(handle)
  } finally {
    await handle.close()
  }
}
