import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import type { PlatformHandle } from '#app/platform/.server/platform.ts'
import { findDatabaseUrl, openTestDatabase } from './database.ts'
import { joinTestPlatform } from './join-platform.ts'

/** A platform whose database has the time that a test says. PostgreSQL only. */
export interface MovedPlatform extends PlatformHandle {
  /** Stops the clock of the database at this moment; null lets it go on from the machine's time. */
  stopAt: (moment: Date | null) => Promise<void>
}

/**
 * Opens a platform on a database of its own that looks for `now()` and `clock_timestamp()` among ours before it does among its own.
 * What was bound to its own when it was made is made again: the views. Defaults of columns keep the machine's time.
 */
export async function openMovedPlatform(): Promise<MovedPlatform> {
  const made = await openTestDatabase()
  const url = await findDatabaseUrl(made.db)
  const [, name = ''] = new URL(url).pathname.split('/')
  await made.db.execute(sql.raw('CREATE SCHEMA moved'))
  await made.db.execute(sql.raw('CREATE TABLE moved.clock (stopped_at timestamp with time zone)'))
  await made.db.execute(sql.raw('INSERT INTO moved.clock VALUES (NULL)'))
  for (const clock of ['now', 'clock_timestamp']) {
    await made.db.execute(
      sql.raw(`CREATE FUNCTION moved.${clock}() RETURNS timestamp with time zone LANGUAGE sql STABLE PARALLEL SAFE
        AS 'SELECT coalesce((SELECT stopped_at FROM moved.clock), pg_catalog.${clock}())'`),
    )
  }
  await made.db.execute(sql.raw(`ALTER DATABASE ${name} SET search_path = moved, pg_catalog, public`))
  const handle = await openMigratedPostgres(url, { connections: 4 })
  const listings = await readFile('db/listings.sql', 'utf8')
  for (const statement of listings.split('--> statement-breakpoint')) await handle.db.execute(sql.raw(statement))
  const folder = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const open = await joinTestPlatform(handle, folder)
  return {
    ...open,
    stopAt: async (moment) => {
      await handle.db.execute(sql`UPDATE moved.clock SET stopped_at = ${moment?.toISOString() ?? null}::timestamptz`)
    },
    close: async () => {
      await open.close()
      await made.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
