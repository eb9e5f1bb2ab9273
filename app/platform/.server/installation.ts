import { arrayOverlaps, isNull, ne, or, sql } from 'drizzle-orm'
import { ConfigError } from './config.ts'
import type { Database } from './database/database.ts'
import { installation, restoreHold } from './database/tables.ts'
import type { DeploymentKind } from './deployment.ts'
import type { SigningSecret } from './security/secret.ts'
import { StartError } from './start-errors.ts'

/**
 * Checks what this process runs as against what the web process recorded for the database. The web process (`decides`) records
 * its own deployment. A production database stays one, as a demo on it would show every email.
 * @throws ConfigError if the two disagree
 * @throws StartError if the database was restored and is held
 */
export async function checkOrRecordDeploymentKind(
  db: Database,
  deployment: DeploymentKind,
  { decides, opensHeld = false }: { decides: boolean; opensHeld?: boolean },
): Promise<void> {
  if (!opensHeld) await refuseHeld(db)
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

/**
 * Whether this process has one of the secrets of the web process that started last. The web process (`decides`) then records its own
 * instead, so that one that is taken away counts no more. True if none is recorded.
 */
export async function checkOrRecordSecret(
  db: Database,
  secret: SigningSecret,
  { decides }: { decides: boolean },
): Promise<boolean> {
  const own = fingerprintsOf(secret)
  const recorded = installation.secretFingerprints
  // A single statement, so that of two servers that start at once and share none, the second sees what the first wrote.
  if (decides) {
    await db
      .update(installation)
      .set({ secretFingerprints: own })
      .where(or(isNull(recorded), arrayOverlaps(recorded, own)))
  }
  const [row] = await db.select({ recorded }).from(installation)
  return !row?.recorded || row.recorded.some((fingerprint) => own.includes(fingerprint))
}

/** What tells secrets apart: nobody can sign with it, or find the secret by it. */
function fingerprintsOf(secret: SigningSecret): string[] {
  return secret.hashes('fingerprint of SECRET').map((hash) => hash.slice(0, 16))
}

/** What restored a database that is held; null if it is not. */
export async function findRestoreHold(db: Database): Promise<typeof restoreHold.$inferSelect | null> {
  const [row] = await db.select().from(restoreHold)
  return row ?? null
}

/**
 * A restored database has members who have left and verifications that were revoked, until the log beside the backups was applied: it
 * must not send, show or run anything before.
 */
async function refuseHeld(db: Database): Promise<void> {
  const hold = await findRestoreHold(db)
  if (!hold) return
  throw new StartError(
    `This database was restored from the backup ${hold.backup} and is held until the log beside it is applied: ` +
      'run `npm run restore -- --from PLACE` again, or, if the log is lost, `npm run restore -- --log-is-lost`.',
  )
}

/** When the first release with prefixed cookies started on this database; null if no server has started yet. */
export async function findCookiesPrefixedAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ prefixedAt: installation.cookiesPrefixedAt }).from(installation)
  return row?.prefixedAt ?? null
}

const names: Record<DeploymentKind, string> = {
  production: 'in production',
  local: 'on this machine alone',
  demo: 'a demo',
}
