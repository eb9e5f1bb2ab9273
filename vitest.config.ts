import { defineConfig } from 'vitest/config'
import { content } from './vite.content.ts'

export default defineConfig({
  plugins: [content()],
  test: {
    include: ['{app,server,worker,db,tests,stand-ins}/**/*.test.{ts,tsx}'],
    globalSetup: './tests/database-template.ts',
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // An embedded database is a whole server in the worker's memory: two at a time is what a small machine carries.
    maxWorkers: 2,
    restoreMocks: true,
  },
})
