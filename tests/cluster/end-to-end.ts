// npm run test:cluster, its first part: the end-to-end tests that need no server of their own, on a cluster that is well. The others are
// listed with the reason. Arguments go to Playwright, such as the names of files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseTemporaryFolder, installChromium } from '../../scripts/services.mjs'

/** What is read of Playwright's report. */
interface Suite {
  specs?: { file: string; title: string; tests: { annotations: { type: string; description?: string }[] }[] }[]
  suites?: Suite[]
}

chooseTemporaryFolder()
if (!installChromium()) process.exit(1)
const folder = mkdtempSync(join(tmpdir(), 'muster-results-'))
try {
  const report = join(folder, 'playwright.json')
  const runner = spawn('playwright', ['test', '--retries=1', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_ON_CLUSTER: 'true', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const [code] = (await once(runner, 'exit')) as [number | null]
  const { suites, stats } = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[]; stats: { skipped: number } }
  const reasons = Map.groupBy(suites.flatMap(listSkipped), ({ reason }) => reason)
  console.log(`\n${stats.skipped} tests did not run on the cluster:`)
  for (const [reason, skipped] of reasons) {
    const files = Map.groupBy(skipped, ({ file }) => file)
    console.log(`  ${skipped.length} because each ${reason}:`)
    for (const [file, tests] of files) console.log(`    ${file}: ${tests.length}`)
  }
  process.exitCode = code ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The tests of a suite that were skipped, each with the reason. */
function listSkipped({ specs = [], suites = [] }: Suite): { file: string; reason: string }[] {
  const own = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ annotations }) =>
      annotations.flatMap(({ type, description }) =>
        type === 'skip' ? { file, reason: description ?? 'says so' } : [],
      ),
    ),
  )
  return [...own, ...suites.flatMap(listSkipped)]
}
