import { startPgBouncer } from '../scripts/services.mjs'

export type Pooler = NonNullable<Awaited<ReturnType<typeof startPgBouncer>>>

/** PgBouncer before a database, as `deploy/pgbouncer.ini` has it, see `startPgBouncer`. */
export async function openPooler(...args: Parameters<typeof startPgBouncer>): Promise<Pooler> {
  const pooler = await startPgBouncer(...args)
  if (!pooler) throw new Error('PgBouncer did not start')
  return pooler
}
