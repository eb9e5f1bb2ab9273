import { sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'

/**
 * Deletes all rows of these tables and of those that refer to them, without running triggers. TRUNCATE does the same in twenty times the
 * time: it makes new files for each table and index, and tests do this before each of a thousand tests.
 */
export async function emptyTables(db: Database, ...tables: string[]): Promise<void> {
  await db.execute(
    sql.raw(`DO $$
      DECLARE
        name regclass;
      BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN
          WITH RECURSIVE reached AS (
            SELECT unnest('{${tables.join(',')}}'::regclass[])::oid AS id
            UNION
            SELECT c.conrelid FROM reached r JOIN pg_constraint c ON c.confrelid = r.id AND c.contype = 'f'
          )
          SELECT id::regclass FROM reached WHERE pg_relation_size(id) > 0
        LOOP
          EXECUTE format('DELETE FROM %s', name);
        END LOOP;
      END $$`),
  )
}
