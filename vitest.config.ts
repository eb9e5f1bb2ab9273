import { configDefaults, defineConfig } from 'vitest/config'
import { chooseTemporaryFolder } from './scripts/services.mjs'
import { content } from './scripts/vite/content.ts'
import { firstScript } from './scripts/vite/first-script.ts'

chooseTemporaryFolder()

const testFiles = '{app,server,worker,commands,db,demo,tests,simulators}/**/*.test.{ts,tsx}'
/** Tests of the real password hash; the others use a cheap replacement. */
const withRealHash = ['app/features/account/password-service.server.test.ts']

export default defineConfig({
  plugins: [content(), firstScript()],
  // Pages and mails are rendered as for users: what React checks while one develops takes a third of a page's time.
  oxc: { jsx: { development: false } },
  test: {
    environment: 'node',
    env: { NODE_ENV: 'production', NODE_ENV_FROM: 'muster' },
    // These end what hangs, and measure nothing: a busy machine may take ten times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What comes soon on a quiet machine takes seconds on a busy one.
    expect: { poll: { timeout: 60_000 } },
    // Tests of timeouts and retries wait: on two processors a third worker uses the time.
    maxWorkers: 3,
    // Requests and rows live briefly: with more room for them a tenth less of a processor goes to clearing up.
    execArgv: ['--max-semi-space-size=64'],
    restoreMocks: true,
    // The specification map finds tests by line.
    includeTaskLocation: true,
    projects: [
      // Test files share the loaded modules, which keep no state between tests: loading them takes a fifth of the time.
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: ['./tests/database-template.ts'],
          isolate: false,
          setupFiles: ['./tests/quick-password-hash.ts'],
          include: [testFiles],
          exclude: [...configDefaults.exclude, ...withRealHash],
        },
      },
      { extends: true, test: { name: 'real-hash', include: withRealHash } },
    ],
  },
})
