// npm run bench:directory -- [--engines pglite,postgresql] [--sizes 3400,34000,340000] [--plans] [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { sql } from 'drizzle-orm'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { type DatabaseHandle, openEmbeddedDatabase, openPostgres } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { seedBusinesses } from '#db/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { withDatabase, withMaintenance } from '../postgres.ts'
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
    engines: { type: 'string', default: 'pglite,postgresql' },
    sizes: { type: 'string', default: '3400,34000,340000' },
    plans: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const engines = values.engines.split(',')
const sizes = values.sizes.split(',').map(Number)
if (!engines.every((engine) => engine === 'pglite' || engine === 'postgresql') || !sizes.every((size) => size >= 12)) {
  console.error('Engines are pglite and postgresql; sizes are whole numbers from 12.')
  process.exit(1)
}

// PostgreSQL first: the embedded database is compared with it.
engines.sort((one, other) => (one < other ? 1 : -1))
const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
// A quarter of the memory, as PostgreSQL's manual advises for a server that has nothing else to do.
const sharedBuffers = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`
const server = engines.includes('postgresql') ? await startPostgres({ sharedBuffers }) : null
if (engines.includes('postgresql') && !server) process.exit(1)

try {
  const onServer: Run[] = []
  for (const engine of engines) {
    const report: string[] = []
    const say = (text: string) => {
      console.log(`${text}\n`)
      report.push(text)
    }
    const memory = `${Math.round(totalmem() / 2 ** 30)} GiB of memory`
    const kept = engine === 'postgresql' ? `, of which PostgreSQL keeps ${sharedBuffers} for tables` : ''
    say(`Node ${process.version}, ${cpus().length} processors, ${memory}${kept}.`)
    const runs: Run[] = []
    for (const size of sizes) runs.push(await measureSize(engine, size, say))
    if (engine === 'postgresql') onServer.push(...runs)
    if (runs.length > 1) say(reportGrowth(engine, runs))
    say(reportVerdicts(runs, onServer))
    await withDatabaseOf(engine, 'import', async ({ db }) => {
      await syncReferenceData({ db })
      say(reportImport(engine, await measureImport(db, folder)))
    })
    if (values.write) writeReport(`bench:directory ${engine}`, report.join('\n\n'))
  }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

function measureSize(engine: string, size: number, say: (text: string) => void): Promise<Run> {
  return withDatabaseOf(engine, `${size}`, async (handle) => {
    await seed(handle, engine, size)
    const { platform, close } = await joinTestPlatform({ ...handle, close: async () => undefined }, folder, {
      log: createLog('warn'),
    })
    try {
      const vocabulary = await countVocabulary(platform)
      const queries = benchmarkQueries(await chooseByFrequency(platform, vocabulary))
      const measured = await measureQueries(platform, queries)
      const run = { engine, size, measured, help: await measureHelp(platform) }
      say(reportRun(run))
      say(reportClients(engine, size, await measureClients(platform, vocabulary)))
      if (values.plans) console.log(await explainQueries(platform, queries))
      say(reportRefresh(engine, await measureRefresh(platform)))
      return run
    } finally {
      await close()
    }
  })
}

async function seed({ db }: DatabaseHandle, engine: string, size: number): Promise<void> {
  await syncReferenceData({ db })
  const storage = await openStorage({ dataDir: folder, s3: null })
  const bar = new SingleBar({ format: `${engine}: {bar} {value} of {total} businesses, {eta_formatted} left` })
  bar.start(size, 0)
  await seedBusinesses({ db, storage }, size, (done) => bar.update(done))
  bar.stop()
  // As a running server's own housekeeping leaves the tables after a while.
  await db.execute(sql`VACUUM ANALYZE`)
}

/** Gives a new, empty database of an engine to `act`, and deletes it afterwards. */
async function withDatabaseOf<Result>(
  engine: string,
  name: string,
  act: (handle: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  const handle =
    engine === 'pglite' ? await openEmbeddedDatabase(join(folder, `pglite-${name}`)) : await openOnServer(name)
  try {
    return await act(handle)
  } finally {
    await handle.close()
  }
}

async function openOnServer(purpose: string): Promise<DatabaseHandle> {
  if (!server) throw new Error('there is no PostgreSQL server')
  const name = `bench_${purpose}_${process.pid}`
  await withMaintenance(server.url, (client) => client.query(`CREATE DATABASE ${name}`))
  const handle = await openPostgres(withDatabase(server.url, name))
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await withMaintenance(server.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}
