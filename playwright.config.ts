import { defineConfig, devices } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/services.mjs'
import { launchOptionsFor } from './tests/e2e/support/chromium.ts'
import { isFullRun } from './tests/e2e/support/full-run.ts'

export default defineConfig({
  testDir: 'tests',
  // The tests in http open no browser.
  testMatch: '{e2e,http}/*.spec.ts',
  globalSetup: './tests/e2e/support/global-set-up.ts',
  // Two browsers and three servers are what a small machine carries.
  workers: 2,
  fullyParallel: true,
  // What is tagged so is for the full run alone.
  ...(isFullRun ? {} : { grepInvert: /@full/ }),
  forbidOnly: Boolean(process.env.CI),
  // A hiccup of a busy machine must not hide five hundred results: there, what fails once is tried once more, and named.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // scripts/test.mjs says where it wants the figures.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results/files',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 20_000,
    navigationTimeout: 45_000,
    // The shell opens a page in half the time; it is the same Chromium without the windows around it.
    launchOptions: launchOptionsFor(findHeadlessShell() ?? findChromium()),
  },
})
