// npm run bench:directory -- [--engines pglite,postgresql] [--sizes 3400,34000,340000] [--plans] [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { sql } from 'drizzle-orm'
import { type DatabaseHandle, openEmbeddedDatabase, openPostgres } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { seedBusinesses } from '#db/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { withDatabase, withMaintenance } from '../postgres.ts'
import { explainQueries, measureQueries, measureRefresh } from './directory-measures.ts'
import { benchmarkQueries } from './directory-queries.ts'
import { type Run, reportGrowth, reportRefresh, reportRun, reportVerdicts } from './directory-report.ts'
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

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
const server = engines.includes('postgresql') ? await startPostgres() : null
if (engines.includes('postgresql') && !server) process.exit(1)

try {
  for (const engine of engines) {
    const report: string[] = []
    const say = (text: string) => {
      console.log(text)
      report.push(text)
    }
    say(`Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`)
    const runs: Run[] = []
    for (const size of sizes) {
      const handle = await openSeeded(engine, size)
      try {
        const { platform, close } = await joinTestPlatform(handle, folder, { log: createLog('warn') })
        const measured = await measureQueries(platform, benchmarkQueries)
        runs.push({ size, measured })
        say(reportRun(engine, size, measured))
        say(reportRefresh(engine, await measureRefresh(platform)))
        if (values.plans) console.log(await explainQueries(platform, benchmarkQueries))
        await close()
      } catch (error) {
        await handle.close().catch(() => undefined)
        throw error
      }
    }
    if (runs.length > 1) say(reportGrowth(engine, runs))
    say(reportVerdicts(engine, runs))
    if (values.write) writeReport(`bench:directory ${engine}`, report.join('\n\n'))
  }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function openSeeded(engine: string, size: number): Promise<DatabaseHandle> {
  const handle =
    engine === 'pglite' ? await openEmbeddedDatabase(join(folder, `pglite-${size}`)) : await openOnServer(size)
  const storage = await openStorage({ dataDir: folder, s3: null })
  const bar = new SingleBar({ format: `${engine}: {bar} {value} of {total} businesses, {eta_formatted} left` })
  bar.start(size, 0)
  await seedBusinesses({ db: handle.db, storage }, size, (done) => bar.update(done))
  bar.stop()
  // As a running server's own housekeeping leaves the tables after a while.
  await handle.db.execute(sql`VACUUM ANALYZE`)
  return handle
}

async function openOnServer(size: number): Promise<DatabaseHandle> {
  if (!server) throw new Error('there is no PostgreSQL server')
  const name = `bench_${size}_${process.pid}`
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
