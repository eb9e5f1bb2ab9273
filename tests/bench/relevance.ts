// npm run bench:relevance -- [--size 3400] [--all] [--alone] [--misses] [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { writeDemoBusinesses } from '../relevance/demo.ts'
import { listQuestions, readTrades } from '../relevance/questions.ts'
import { judgeSearches } from '../relevance/relevance.ts'
import { readSearches } from '../relevance/rules.ts'
import { listTrueListings } from '../relevance/truth.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type EngineRun, listMisses, reportComparison } from './relevance-comparison.ts'
import { askMuster, judgeAnswers } from './relevance-measures.ts'
import { reportRelevance } from './relevance-report.ts'
import { buildRivals } from './relevance-rivals.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '3400' },
    all: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const size = Number(values.size)
if (!(size >= 12)) {
  console.error('A size is a whole number from 12.')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
const server = (await startPostgres()) ?? process.exit(1)

try {
  const rules = await withBenchPlatform('relevance', async (platform) => {
    await writeDemoBusinesses(platform)
    return reportRelevance(await judgeSearches(platform, readSearches()))
  })
  console.log(`${rules.text}\n`)
  if (!rules.isGoodEnough) process.exitCode = 1
  const comparison = await withBenchPlatform(`relevance_${size}`, compareEngines)
  console.log(comparison)
  if (values.write) writeReport('bench:relevance', `${rules.text}\n\n### Beside two libraries\n\n${comparison}`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function compareEngines(platform: Platform): Promise<string> {
  await seedSampleBusinesses(platform, size, () => undefined)
  const listings = await listTrueListings(platform, size)
  const questions = await listQuestions(platform, listings, { isEverySynonym: values.all })
  const engines = [askMuster(platform), ...(values.alone ? [] : await buildRivals(listings, readTrades()))]
  const runs: EngineRun[] = []
  for (const engine of engines) {
    const started = performance.now()
    const judged = await judgeAnswers(engine, questions, listings)
    runs.push({ name: engine.name, judged, seconds: (performance.now() - started) / 1_000 })
  }
  const [muster] = runs
  if (values.misses && muster) console.log(`${listMisses(muster)}\n`)
  return `${listings.length.toLocaleString('en-GB')} listings, ${questions.length} questions.\n\n${reportComparison(runs)}`
}

/** Gives a platform on a new, empty database to `act`, and deletes it afterwards. */
async function withBenchPlatform<Result>(
  purpose: string,
  act: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  const database = await openBenchDatabase(server.url, purpose)
  const { platform, close } = await joinTestPlatform(database, folder, { log: createLog('warn') })
  try {
    return await act(platform)
  } finally {
    await close()
  }
}
