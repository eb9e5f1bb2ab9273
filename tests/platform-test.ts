import { test as base } from 'vitest'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openTestPlatform } from './platform.ts'

/** The platform of the test file that is running, and its database. Not only its tests but also their helpers use it. */
export let platform: Platform
export let db: Database

/** A test of a file that has a platform of its own: open before the first `test.beforeAll` or test, closed after the last. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from this pattern
export const test = base.extend('platform', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
  const open = await openTestPlatform()
  platform = open.platform
  db = platform.db
  onCleanup(open.close)
  return platform
})
