// npm run bench:relevance -- [--write]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { startPostgres } from '../../scripts/services.mjs'
import { joinTestPlatform } from '../join-platform.ts'
import { writeDemoBusinesses } from '../relevance/demo.ts'
import { judgeSearches } from '../relevance/relevance.ts'
import { readSearches } from '../relevance/rules.ts'
import { openBenchDatabase } from './bench-database.ts'
import { reportRelevance } from './relevance-report.ts'
import { writeReport } from './write-report.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
const server = (await startPostgres()) ?? process.exit(1)
const { platform, close } = await joinTestPlatform(await openBenchDatabase(server.url, 'relevance'), folder, {
  log: createLog('warn'),
})

try {
  await writeDemoBusinesses(platform)
  const { text, isGoodEnough } = reportRelevance(await judgeSearches(platform, readSearches()))
  console.log(text)
  if (values.write) writeReport('bench:relevance', text)
  if (!isGoodEnough) process.exitCode = 1
} finally {
  await close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
