// npm run bench:review -- [--engines pglite,postgresql] [--sizes 3400,340000] [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DatabaseHandle, openEmbeddedDatabase, openPostgres } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { openVault } from '#app/platform/.server/vault.ts'
import { seedBusinesses } from '#db/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { withDatabase, withMaintenance } from '../postgres.ts'
import { measureApproval, measureQuestions, measureSealing, writeAudit } from './review-measures.ts'
import { type ReviewRun, reportReview } from './review-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: 'pglite,postgresql' },
    sizes: { type: 'string', default: '3400,340000' },
    write: { type: 'boolean', default: false },
  },
})
const engines = values.engines.split(',')
const sizes = values.sizes.split(',').map(Number)
if (!engines.every((engine) => engine === 'pglite' || engine === 'postgresql') || !sizes.every((size) => size >= 100)) {
  console.error('Engines are pglite and postgresql; sizes are whole numbers from 100.')
  process.exit(1)
}

/** Large databases alone are compared in a report of their own. */
const isOfGrowth = sizes.every((size) => size >= 340_000)

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
// A quarter of the memory, as PostgreSQL's manual advises for a server that has nothing else to do.
const sharedBuffers = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`
const server = engines.includes('postgresql') ? await startPostgres({ sharedBuffers }) : null
if (engines.includes('postgresql') && !server) process.exit(1)

try {
  const sealing = measureSealing({ vault: openVault([{ id: 'bench', key: Buffer.alloc(32, 1) }]) }, 40)
  for (const engine of engines) {
    const runs: ReviewRun[] = []
    for (const size of sizes) runs.push(await measure(engine, size))
    const machine = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`
    const report = `${machine}\n\n${reportReview(engine, runs, sealing)}`
    console.log(`${report}\n`)
    if (values.write) writeReport(isOfGrowth ? 'bench:review growth' : `bench:review ${engine}`, report)
  }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(engine: string, size: number): Promise<ReviewRun> {
  const handle =
    engine === 'pglite' ? await openEmbeddedDatabase(join(folder, `pglite-${size}`)) : await openOnServer(size)
  try {
    const storage = await openStorage({ dataDir: folder, s3: null })
    console.error(`${engine}: writing ${size} profiles`)
    await seedBusinesses({ db: handle.db, storage }, size, () => undefined)
    const auditRows = Math.round((size * 1_000_000) / 340_000)
    await writeAudit(handle.db, auditRows)
    console.error(`${engine}: measuring`)
    const { platform, close } = await joinTestPlatform({ ...handle, close: async () => undefined }, folder, {
      log: createLog('warn'),
    })
    try {
      const answered = await measureQuestions(platform)
      const approval = await measureApproval(platform, 20)
      return { profiles: size, auditRows, answered, approval }
    } finally {
      await close()
    }
  } finally {
    await handle.close()
  }
}

async function openOnServer(size: number): Promise<DatabaseHandle> {
  if (!server) throw new Error('there is no PostgreSQL server')
  const name = `bench_review_${size}_${process.pid}`
  await withMaintenance(server.url, (client) => client.query(`CREATE DATABASE ${name}`))
  // Filling millions of rows takes longer than any request may.
  await withMaintenance(server.url, (client) => client.query(`ALTER DATABASE ${name} SET statement_timeout = 0`))
  const handle = await openPostgres(withDatabase(server.url, name))
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await withMaintenance(server.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}
