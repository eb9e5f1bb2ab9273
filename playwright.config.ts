import { defineConfig, devices } from '@playwright/test'
import { chooseTemporaryFolder, findChromium, findHeadlessShell } from './scripts/services.mjs'
import { launchOptionsFor } from './tests/e2e/support/chromium.ts'
import { isFullRun } from './tests/e2e/support/full-run.ts'

chooseTemporaryFolder()

/** The files whose `test` is of e2e/support/review-site.ts. */
const onReviewSite = 'e2e/{admin,taken-back,verification-journey}.spec.ts'

export default defineConfig({
  testDir: 'tests',
  // Tests in http/ open no browser. Those of the review site share one server with an empty queue: one worker after the other has its tests, so
  // that it is started once, and no worker ends where such tests stand between others.
  projects: [
    { name: 'review', testMatch: onReviewSite, workers: 1 },
    { name: 'all others', testMatch: '{e2e,http}/*.spec.ts', testIgnore: onReviewSite },
  ],
  globalSetup: './tests/e2e/support/global-set-up.ts',
  // Tests of timeouts and ends wait: on two processors a third worker uses the time.
  workers: 3,
  fullyParallel: true,
  // Tests with this tag only run in the full run.
  ...(isFullRun ? {} : { grepInvert: /@full/ }),
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // scripts/test.mjs says where to write the report.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results/files',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Waiting for what moves takes time in every test; the full run has it move.
    contextOptions: { reducedMotion: isFullRun ? 'no-preference' : 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 45_000,
    // The headless shell opens a page in half the time; it is the same Chromium without windows.
    launchOptions: launchOptionsFor(findHeadlessShell() ?? findChromium()),
  },
})
