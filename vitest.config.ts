import { configDefaults, defineConfig } from 'vitest/config'
import { content } from './vite.content.ts'

/** These put another in the place of a module, which can only be done before anybody has loaded it. */
const withMockedModules = ['app/features/account/password-service.server.test.ts']

export default defineConfig({
  plugins: [content()],
  test: {
    globalSetup: './tests/database-template.ts',
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // An embedded database is a whole server in the worker's memory: two at a time is what a small machine carries.
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      // Loading the modules is a fifth of the time, and none of them holds anything between tests: files share them.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          // Not said above: a project adds its own to what it extends, and the other would then run these files too.
          include: ['{app,server,worker,db,tests,stand-ins}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...withMockedModules],
        },
      },
      { extends: true, test: { name: 'alone', include: withMockedModules } },
    ],
  },
})
