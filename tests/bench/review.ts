// npm run bench:review -- [--sizes 3400,340000] [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { openBenchDatabase } from './bench-database.ts'
import { measureApproval, measureQuestions, measureSealing, writeAudit } from './review-measures.ts'
import { type ReviewRun, reportReview } from './review-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '3400,340000' },
    write: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
if (!sizes.every((size) => size >= 100)) {
  console.error('Sizes are whole numbers from 100.')
  process.exit(1)
}

/** Large databases alone are compared in a report of their own. */
const isOfGrowth = sizes.every((size) => size >= 340_000)

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
// A quarter of the memory, as PostgreSQL's manual advises for a server that has nothing else to do.
const sharedBuffers = `${Math.round(totalmem() / 4 / 2 ** 20)}MB`
const server = (await startPostgres({ sharedBuffers })) ?? process.exit(1)

try {
  const sealing = measureSealing({ vault: openVault([{ id: 'bench', key: Buffer.alloc(32, 1) }]) }, 40)
  const runs: ReviewRun[] = []
  for (const size of sizes) runs.push(await measure(size))
  const machine = `Node ${process.version}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB of memory.`
  const report = `${machine}\n\n${reportReview(runs, sealing)}`
  console.log(`${report}\n`)
  if (values.write) writeReport(isOfGrowth ? 'bench:review growth' : 'bench:review', report)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(size: number): Promise<ReviewRun> {
  const handle = await openBenchDatabase(server.url, `review_${size}`)
  try {
    const storage = await openFileStorage({ dataDir: folder, s3: null })
    console.error(`writing ${size} profiles`)
    await seedSampleBusinesses({ db: handle.db, storage }, size, () => undefined)
    const auditRows = Math.round((size * 1_000_000) / 340_000)
    await writeAudit(handle.db, auditRows)
    console.error('measuring')
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
