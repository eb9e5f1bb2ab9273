import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { makeBackup } from './set-service.server.ts'

// Only one process can use the embedded database. So a command that wants a backup leaves a file beside it, and the server answers with
// another: whoever may write there could read the database anyway.

const requestFile = (dataDir: string) => join(dataDir, 'backup-request')
const answerFile = (dataDir: string, id: string) => join(dataDir, `backup-answer-${id}`)

const answerSchema = z.union([z.object({ made: z.string() }), z.object({ reason: z.string() })])

/** How often the server looks for a request, and how long a command waits until it is taken. */
const lookMs = 1_000
const patienceMs = 30_000

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** Has the server that uses the embedded database make a backup. Returns its name. @throws StartError */
export async function askRunningServer(dataDir: string, id: string): Promise<string> {
  await writeWhole(requestFile(dataDir), id)
  for (let waited = 0; ; waited += lookMs / 4) {
    const answer = await readFile(answerFile(dataDir, id), 'utf8').catch(() => null)
    if (answer) {
      await rm(answerFile(dataDir, id), { force: true })
      const said = answerSchema.parse(JSON.parse(answer))
      if ('made' in said) return said.made
      throw new StartError(said.reason)
    }
    // Once it is taken, it takes as long as it takes.
    if (waited > patienceMs && existsSync(requestFile(dataDir))) {
      await rm(requestFile(dataDir), { force: true })
      throw new StartError(
        'Another process uses the embedded database and does not answer: is it a server of this release, with BACKUP_TO set?',
      )
    }
    await sleep(lookMs / 4)
  }
}

/** Answers requests of the command until the process ends. */
export function watchBackupRequests(platform: Platform, target: NonNullable<Platform['backup']>): void {
  const look = async () => {
    const id = await readFile(requestFile(platform.dataDir), 'utf8').catch(() => null)
    if (!id || !z.uuid().safeParse(id).success) return
    await rm(requestFile(platform.dataDir))
    const answer = await makeBackup(platform, target).then(
      (made) =>
        made ? { made: made.name } : { reason: 'The server is making a backup already. Try again when it is done.' },
      (error) => {
        platform.log.error({ error }, 'a backup failed')
        return { reason: `The backup failed: ${error instanceof Error ? error.message : String(error)}` }
      },
    )
    await writeWhole(answerFile(platform.dataDir, id), JSON.stringify(answer))
  }
  const repeat = () =>
    void look()
      .catch((error) => platform.log.error({ error }, 'a request for a backup could not be answered'))
      .finally(() => setTimeout(repeat, lookMs).unref())
  repeat()
}
