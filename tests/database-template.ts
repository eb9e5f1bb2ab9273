import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { startPostgres } from '../scripts/services.mjs'
import { prepareDatabase, withDatabase, withMaintenance } from './postgres.ts'

/** What each test's database is cloned from, migrated once a run: its server and its name there. */
export interface DatabaseTemplate {
  url: string
  name: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers GET with a DatabaseTemplate, which is made when it is first asked for. */
    databaseTemplateUrl: string
  }
}

interface MadeTemplate {
  template: DatabaseTemplate
  remove: () => Promise<void>
}

/** Offers the template. A run that opens no database makes none. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let made: Promise<MadeTemplate> | undefined
  const server = createServer((_request, response) => {
    made ??= makeTemplate()
    made.then(
      ({ template }) => response.end(JSON.stringify(template)),
      (error) => response.writeHead(500).end(String(error?.stack ?? error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the template has no port')
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

async function makeTemplate(): Promise<MadeTemplate> {
  const server = await startPostgres()
  if (!server) throw new Error('there is no PostgreSQL to test on')
  const { url, stop } = server
  const name = `muster_template_${randomUUID().slice(0, 8)}`
  await withMaintenance(url, (client) => client.query(`CREATE DATABASE ${name}`))
  const handle = await openMigratedPostgres(withDatabase(url, name))
  await prepareDatabase(handle)
  await handle.close()
  return {
    template: { url, name },
    remove: async () => {
      await withMaintenance(url, (client) => client.query(`DROP DATABASE ${name}`))
      await stop()
    },
  }
}
