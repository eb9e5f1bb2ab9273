import type { BackupOrigin } from '#app/features/backups/objects.server.ts'
import { parseBackupLocation } from '#app/platform/.server/config.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { readBackupPrivateKey } from '#app/platform/.server/storage/backup-encryption.ts'
import { openBackupStore } from '#app/platform/.server/storage/backup-store.ts'

/** The options of commands that read a backup. */
export const backupCommandOptions = {
  from: { type: 'string' },
  set: { type: 'string' },
  identity: { type: 'string' },
} as const

/** Opens the place where backups are, with the private key of a file. @throws StartError */
export async function openBackupStoreWithPrivateKey(from: string, identityFile?: string): Promise<BackupOrigin> {
  return {
    store: await openBackupStore(parseBackupLocation(from, process.env)),
    identity: identityFile ? await readBackupPrivateKey(identityFile) : null,
  }
}

/**
 * Runs a command with its options, and sets the exit code. Null options are arguments that could not be read: it says how the command
 * is used. A failure is said in one line.
 */
export async function runBackupCommand<Options>(
  options: Options | null,
  usage: string,
  run: (options: Options) => Promise<void>,
): Promise<void> {
  if (options === null) {
    console.error(usage)
    process.exitCode = 1
    return
  }
  try {
    await run(options)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : explainFailure(error))
    process.exitCode = 1
  }
}

/** Says in one line why a backup could not be read or restored. What a failed statement holds stays out of it. */
function explainFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return 'The disk is full. Nothing was changed: make room, then try again.'
  return `It failed, and nothing was changed: ${message ?? String(cause)}`
}
