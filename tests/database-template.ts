import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { TestProject } from 'vitest/node'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { type DatabaseHandle, openPostgres, wrapEmbedded } from '#app/platform/.server/database.ts'
import { openJobs } from '#app/platform/.server/jobs.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { findPostgres, startPostgres } from '../scripts/services.mjs'
import { withDatabase, withMaintenance } from './postgres.ts'

/** What each test's database is cloned from, migrated once a run. */
export type DatabaseTemplate = { engine: 'pglite'; file: string } | { engine: 'postgresql'; url: string; name: string }

declare module 'vitest' {
  export interface ProvidedContext {
    databaseEngine: DatabaseTemplate['engine']
    /** Whether the tests run on PostgreSQL in the same run, so that only those in which the engines differ need to run here. */
    isSecondEngine: boolean
    /** Answers GET with a DatabaseTemplate, which is made when it is first asked for. */
    databaseTemplateUrl: string
  }
}

interface MadeTemplate {
  template: DatabaseTemplate
  remove: () => Promise<void>
}

/** Chooses the engine of a project's tests, and offers the template. A run that opens no database makes none. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const hasPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres())
  const engine = project.name === 'embedded' || !hasPostgres ? 'pglite' : 'postgresql'
  let made: Promise<MadeTemplate> | undefined
  const server = createServer((_request, response) => {
    made ??= engine === 'pglite' ? makeEmbedded() : makePostgres()
    made.then(
      ({ template }) => response.end(JSON.stringify(template)),
      (error) => response.writeHead(500).end(String(error?.stack ?? error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the template has no port')
  project.provide('databaseEngine', engine)
  project.provide('isSecondEngine', project.name === 'embedded' && hasPostgres && process.env.TEST_FULL !== 'true')
  project.provide('databaseTemplateUrl', `http://127.0.0.1:${address.port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    await made?.then(
      ({ remove }) => remove(),
      () => undefined,
    )
  }
}

async function makeEmbedded(): Promise<MadeTemplate> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-template-'))
  const client = await PGlite.create({ extensions: { pg_trgm, unaccent } })
  await prepare(await wrapEmbedded(client))
  const dump = await client.dumpDataDir('none')
  await client.close()
  const file = join(folder, 'template.tar')
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  return { template: { engine: 'pglite', file }, remove: () => rm(folder, { recursive: true }) }
}

async function makePostgres(): Promise<MadeTemplate> {
  const server = await startPostgres()
  if (!server) throw new Error('there is no PostgreSQL to test on')
  const { url, stop } = server
  const name = `muster_template_${randomUUID().slice(0, 8)}`
  await withMaintenance(url, (client) => client.query(`CREATE DATABASE ${name}`))
  const handle = await openPostgres(withDatabase(url, name))
  await prepare(handle)
  await handle.close()
  return {
    template: { engine: 'postgresql', url, name },
    remove: async () => {
      await withMaintenance(url, (client) => client.query(`DROP DATABASE ${name}`))
      await stop()
    },
  }
}

/** Reference data and the queue's tables are made once, too. */
async function prepare({ jobsConnection, db }: DatabaseHandle): Promise<void> {
  await syncReferenceData({ db })
  const jobs = await openJobs(jobsConnection, db, createLog('silent'))
  await jobs.close()
}
