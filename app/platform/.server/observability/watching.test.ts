import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const isWatcher = /@sentry\//

/** Opens what a process is watched by, in a process of its own; returns the packages that this loads. */
async function listLoaded(settings: Record<string, string>): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) })
    const { parseConfig } = await import('./app/platform/.server/config.ts')
    const { createLog } = await import('./app/platform/.server/observability/log.ts')
    const { openObservability } = await import('./app/platform/.server/observability/watching.ts')
    await import('./app/platform/.server/platform.ts')
    await openObservability(parseConfig(process.env), createLog('silent'), { hasMetrics: false })
    console.log(JSON.stringify([...loaded]))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, ...settings },
  })
  return (JSON.parse(stdout) as string[]).filter((name) => isWatcher.test(name))
}

// spec: traces.9
test('a start without the settings loads no library; with it it does', async () => {
  expect(await listLoaded({})).toEqual([])
  const loaded = await listLoaded({
    SENTRY_DSN: 'https://key@127.0.0.1/1',
  })
  expect(loaded).toEqual(expect.arrayContaining(['@sentry/core']))
}, 120_000)

// spec: traces.9
test('no file of the product imports them but when they are needed', () => {
  const files = globSync('{app,app/platform/.server,server,worker,commands,db,demo}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  )
  const statics = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type ).*'(@sentry\/[^']+)'/gm)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(statics).toEqual([])
})
