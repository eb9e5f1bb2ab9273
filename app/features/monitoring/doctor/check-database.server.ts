import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Config } from '#app/platform/.server/config.ts'
import { checkDatabaseConnections } from '#app/platform/.server/database/connection-checks.ts'
import { countMissingMigrations } from '#app/platform/.server/database/database.ts'
import { evaluateClockSkew } from './check-clock.server.ts'
import { type DoctorFinding, errorReasonOf, makeBadDoctorFinding, makeGoodDoctorFinding } from './finding-model.ts'

/** The oldest version of PostgreSQL that Muster runs on. */
const oldestVersion = 15

interface Facts {
  version: number
  version_name: string
  encoding: string
  may_create: boolean
  may_create_in_public: boolean
  max_connections: number
  idle_session: string
  installed: string[]
  available: string[]
  now: Date
}

/** The most connections that a process opens, as `openMigratedPostgres` does. */
const connectionsOfProcess = 27

/** Looks at a PostgreSQL database without changing it. */
export async function checkDatabase(url: string): Promise<DoctorFinding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  // A connection that is lost later is found out by the query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const asked = Date.now()
    const { rows } = await client.query<Facts>(`
      SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS version_name,
        current_setting('server_encoding') AS encoding,
        has_database_privilege(current_database(), 'CREATE') AS may_create,
        has_schema_privilege('public', 'CREATE') AS may_create_in_public,
        current_setting('max_connections')::int AS max_connections,
        coalesce(current_setting('idle_session_timeout', true), '0') AS idle_session,
        ARRAY(SELECT extname::text FROM pg_extension) AS installed,
        ARRAY(SELECT name::text FROM pg_available_extensions) AS available,
        clock_timestamp() AS now`)
    const [facts] = rows
    if (!facts) throw new Error('the database did not answer')
    return [
      ...evaluateDatabaseState(facts),
      evaluateClockSkew(facts.now.getTime() - (asked + Date.now()) / 2, 'the database'),
    ]
  } catch (error) {
    return [
      makeBadDoctorFinding(
        'Database',
        `cannot be asked: ${errorReasonOf(error)}`,
        'See that PostgreSQL runs, and that DATABASE_URL and DATABASE_DIRECT_URL have its host, database, user and password.',
      ),
    ]
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Tries whether transactions hold through DATABASE_URL, and sessions through DATABASE_DIRECT_URL. */
export async function checkDatabaseConnectionModes({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseDirectUrl'> & { databaseUrl: string }): Promise<DoctorFinding> {
  const about = 'Connections'
  try {
    await checkDatabaseConnections(databaseUrl, databaseDirectUrl)
    return makeGoodDoctorFinding(
      about,
      databaseDirectUrl === null
        ? 'keep a session'
        : 'keep a transaction by DATABASE_URL and a session by DATABASE_DIRECT_URL, in one database',
    )
  } catch (error) {
    return makeBadDoctorFinding(
      about,
      errorReasonOf(error),
      'docs/operations.md has the section "A pooler", and deploy/pgbouncer.ini its settings.',
    )
  }
}

/** Whether a database lacks migrations of this release, as one that Muster never ran on does. */
export async function databaseLacksMigrations(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query("SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is_there")
    return rows[0]?.is_there !== true || (await countMissingMigrations(drizzle(client))) > 0
  } finally {
    await client.end()
  }
}

/** Evaluates what the database says of itself. */
export function evaluateDatabaseState(facts: Omit<Facts, 'now'>): DoctorFinding[] {
  const about = 'Database'
  const findings: DoctorFinding[] = []
  if (facts.version < oldestVersion) {
    findings.push(
      makeBadDoctorFinding(
        about,
        `is PostgreSQL ${facts.version_name}`,
        `Upgrade it to ${oldestVersion} or later: pg_upgrade, or dump and restore.`,
      ),
    )
  } else findings.push(makeGoodDoctorFinding(about, `is PostgreSQL ${facts.version_name}`))
  if (facts.encoding !== 'UTF8') {
    findings.push(
      makeBadDoctorFinding(
        about,
        `has the encoding ${facts.encoding}`,
        "Make it anew: CREATE DATABASE muster OWNER muster ENCODING 'UTF8' TEMPLATE template0.",
      ),
    )
  }
  const lacking = ['pg_trgm', 'unaccent'].filter((name) => !facts.installed.includes(name))
  const absent = lacking.filter((name) => !facts.available.includes(name))
  if (absent.length > 0) {
    findings.push(
      makeBadDoctorFinding(
        about,
        `lacks the extensions ${absent.join(' and ')}`,
        "Install PostgreSQL's contrib package; on Debian it comes with postgresql.",
      ),
    )
  }
  if (!facts.may_create || !facts.may_create_in_public) {
    findings.push(
      makeBadDoctorFinding(
        about,
        'does not let this role create what the first start and upgrades need',
        'As a superuser: GRANT CREATE ON DATABASE muster TO muster; GRANT CREATE ON SCHEMA public TO muster.',
      ),
    )
  }
  if (facts.max_connections < connectionsOfProcess + 10) {
    findings.push(
      makeBadDoctorFinding(
        about,
        `allows ${facts.max_connections} connections`,
        `Set max_connections to 100: each process opens up to ${connectionsOfProcess}, and backups and you need some.`,
      ),
    )
  }
  if (!/^0/.test(facts.idle_session)) {
    findings.push(
      makeBadDoctorFinding(
        about,
        `ends idle connections after ${facts.idle_session}`,
        'Set idle_session_timeout to 0: it ends the connections that listen.',
      ),
    )
  }
  return findings
}
