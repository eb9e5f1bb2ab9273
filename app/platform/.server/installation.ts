import { ne, sql } from 'drizzle-orm'
import { ConfigError } from './config.ts'
import type { Database } from './database.ts'
import type { Deployment } from './deployment.ts'
import { installation } from './tables.ts'

/**
 * Checks what this process runs as against what the web process recorded for the database. The web process (`decides`) records
 * its own deployment. A production database stays one, as a demo on it would show every email.
 * @throws ConfigError if the two disagree
 */
export async function agreeOnDeployment(
  db: Database,
  deployment: Deployment,
  { decides }: { decides: boolean },
): Promise<void> {
  if (decides) {
    // A single statement, so that of two servers that start at once and disagree, the second sees what the first wrote.
    await db
      .insert(installation)
      .values({ deployment })
      .onConflictDoUpdate({
        target: installation.id,
        set: { deployment, decidedAt: sql`now()` },
        setWhere: deployment === 'production' ? sql`true` : ne(installation.deployment, 'production'),
      })
  }
  const [row] = await db.select().from(installation)
  if (!row || row.deployment === deployment) return
  throw new ConfigError(
    `The server of this database decided that it is ${names[row.deployment]}, and by its settings this process is ` +
      `${names[deployment]}: start it with the settings of that server, or on another database.`,
  )
}

/** When the first release with prefixed cookies started on this database; null if no server has started yet. */
export async function findCookiesPrefixedAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ prefixedAt: installation.cookiesPrefixedAt }).from(installation)
  return row?.prefixedAt ?? null
}

const names: Record<Deployment, string> = {
  production: 'in production',
  local: 'on this machine alone',
  demo: 'a demo',
}
