import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/database.ts'
import { ConfigError } from './config.ts'
import type { DatabaseHandle } from './database/database.ts'
import { installation } from './database/tables.ts'
import type { DeploymentKind } from './deployment.ts'
import { checkOrRecordDeploymentKind } from './installation.ts'

let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())
beforeEach(() => handle.db.delete(installation))

const start = (deployment: DeploymentKind) => checkOrRecordDeploymentKind(handle.db, deployment, { decides: true })
const join = (deployment: DeploymentKind) => checkOrRecordDeploymentKind(handle.db, deployment, { decides: false })

describe('what a database serves', () => {
  test('is decided by nobody but the server', async () => {
    await join('demo')
    await join('production')
    expect(await handle.db.select().from(installation)).toEqual([])
  })

  test('is what the server decided, and another process that disagrees is told so in one line', async () => {
    await start('local')
    await join('local')
    const refusal = await join('production').catch((error) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(refusal.message).toMatch(
      /^The server of this database decided that it is on this machine alone, .* in production: /,
    )
    expect(refusal.message).not.toContain('\n')
  })

  test('may be a demo first, and production later', async () => {
    for (const deployment of ['demo', 'local', 'demo', 'production'] as const) await start(deployment)
    await join('production')
    await expect(join('demo')).rejects.toThrow(ConfigError)
  })

  test('stays in production', async () => {
    await start('production')
    for (const deployment of ['demo', 'local'] as const) await expect(start(deployment)).rejects.toThrow(ConfigError)
    await join('production')
  })

  test('is one thing where two start at once', async () => {
    await Promise.allSettled([start('demo'), start('production'), start('local')])
    await join('production')
  })
})
