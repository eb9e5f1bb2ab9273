import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { TestProject } from 'vitest/node'
import { type DatabaseHandle, openPostgres, wrapEmbedded } from '#app/platform/.server/database.ts'
import { openJobs } from '#app/platform/.server/jobs.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { withDatabase, withMaintenance } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What each test's database is cloned from, migrated once a run. */
    databaseTemplate: { engine: 'pglite'; file: string } | { engine: 'postgresql'; url: string; name: string }
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  return url ? setUpPostgres(project, url) : setUpEmbedded(project)
}

async function setUpEmbedded(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-template-'))
  const client = await PGlite.create({ extensions: { pg_trgm, unaccent } })
  await prepareJobs(await wrapEmbedded(client))
  const dump = await client.dumpDataDir('none')
  await client.close()
  const file = join(folder, 'template.tar')
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  project.provide('databaseTemplate', { engine: 'pglite', file })
  return () => rm(folder, { recursive: true })
}

async function setUpPostgres(project: TestProject, url: string) {
  const name = `muster_template_${randomUUID().slice(0, 8)}`
  await withMaintenance(url, (client) => client.query(`CREATE DATABASE ${name}`))
  const handle = await openPostgres(withDatabase(url, name))
  await prepareJobs(handle)
  await handle.close()
  project.provide('databaseTemplate', { engine: 'postgresql', url, name })
  return () => withMaintenance(url, (client) => client.query(`DROP DATABASE ${name}`)).then(() => undefined)
}

/** The queue's tables are made once, too. */
async function prepareJobs({ jobsConnection, db }: DatabaseHandle): Promise<void> {
  const jobs = await openJobs(jobsConnection, db, createLog('silent'))
  await jobs.close()
}
