import { globSync, readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { chooseTemporaryFolder } from './scripts/services.mjs'
import { testsOnBothEngines } from './tests/engines.ts'
import { content } from './vite.content.ts'
import { firstScript } from './vite.first-script.ts'

chooseTemporaryFolder()

const testFiles = '{app,server,worker,db,tests,simulators}/**/*.test.{ts,tsx}'
/** Tests of the real password hash; the others use a cheap replacement. */
const withRealHash = ['app/features/account/password-service.server.test.ts']
// Set in each project: Vitest runs a global set-up of the root only once, which could only choose one engine.
const globalSetup = ['./tests/database-template.ts']
const setupFiles = ['./tests/quick-password-hash.ts']
const isFull = process.env.TEST_FULL === 'true'

/** Every test file that opens a database. */
function findDatabaseTests(): string[] {
  const opens = /openTest(Database|Platform|Shop)\b/
  return globSync(testFiles).filter((file) => opens.test(readFileSync(file, 'utf8')))
}

export default defineConfig({
  plugins: [content(), firstScript()],
  test: {
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What comes soon on a quiet machine takes seconds on a busy one.
    expect: { poll: { timeout: 20_000 } },
    // Tests of timeouts and retries wait: on two processors a third worker uses the time. Each may hold a whole embedded database.
    maxWorkers: 3,
    restoreMocks: true,
    // The specification map finds tests by line.
    includeTaskLocation: true,
    projects: [
      // On PostgreSQL if there is one, otherwise on the embedded database. Test files share the loaded modules, which keep no state
      // between tests: loading them takes a fifth of the time.
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup,
          isolate: false,
          setupFiles,
          include: [testFiles],
          exclude: [...configDefaults.exclude, ...withRealHash],
        },
      },
      { extends: true, test: { name: 'real-hash', include: withRealHash } },
      // Again on the embedded database.
      {
        extends: true,
        test: {
          name: 'embedded',
          globalSetup,
          isolate: false,
          setupFiles,
          include: isFull ? findDatabaseTests() : testsOnBothEngines,
        },
      },
    ],
  },
})
