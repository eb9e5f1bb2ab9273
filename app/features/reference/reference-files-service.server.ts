import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { ContentFileError } from '#app/lib/compile-yaml.ts'
import { type Database, liftTransactionTimeouts } from '#app/platform/.server/database/database.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { referenceFiles } from './tables.server.ts'

/**
 * Writes tables from files of the project, if a file has changed since they were written last. Several processes may start at
 * once: one writes, the others wait.
 * @param files paths from the working directory, as migrations are found
 * @param write gets the text of each file, in the same order, and a transaction
 * @throws StartError if a file is missing or `write` throws a ContentFileError
 */
export async function writeTablesFromFiles(
  db: Database,
  files: readonly string[],
  write: (transaction: Database, texts: string[]) => Promise<void>,
): Promise<void> {
  const texts = files.map(readText)
  const name = files.join(' ')
  const hash = createHash('sha256').update(texts.join('\0')).digest('hex')
  const hasChanged = async (connection: Database) => {
    const [row] = await connection.select().from(referenceFiles).where(eq(referenceFiles.name, name))
    return row?.hash !== hash
  }
  if (!(await hasChanged(db))) return
  await db.transaction(async (transaction) => {
    await liftTransactionTimeouts(transaction)
    await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`)
    if (!(await hasChanged(transaction))) return
    await write(transaction, texts).catch((error) => {
      throw error instanceof ContentFileError ? new StartError(error.message) : error
    })
    await transaction
      .insert(referenceFiles)
      .values({ name, hash })
      .onConflictDoUpdate({ target: referenceFiles.name, set: { hash } })
  })
}

function readText(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
