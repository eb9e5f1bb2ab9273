import { parseArgs } from 'node:util'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import type { FailedJob, JobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { runCommandOnPlatform } from './with-platform.ts'

const usage = `Usage: npm run jobs -- list
       npm run jobs -- retry ID
       npm run jobs -- retry --all`

type CommandOptions = { act: 'list' } | { act: 'retry'; id: string } | { act: 'retry all' }

/** What is asked for; null when that is not clear. */
function readArguments(): CommandOptions | null {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } })
    const [act, id, ...rest] = positionals
    if (rest.length > 0) return null
    if (act === 'list') return id || values.all ? null : { act }
    if (act !== 'retry' || Boolean(id) === Boolean(values.all)) return null
    return id ? { act, id } : { act: 'retry all' }
  } catch {
    return null
  }
}

const line = ({ id, name, failedAt, tries, reason }: FailedJob) =>
  `${id}  ${failedAt.toISOString()}  ${name}, ${formatCountWithNoun(tries, 'try', 'tries')}: ${reason}`

async function carryOut(jobs: JobQueue, options: CommandOptions): Promise<boolean> {
  if (options.act === 'retry') {
    const found = await jobs.retry(options.id)
    if (found) console.log('The job is back in its queue.')
    else console.error(`There is no failed job ${options.id}.`)
    return found
  }
  const failed = await jobs.listFailed()
  if (options.act === 'retry all') {
    for (const { id } of failed) await jobs.retry(id)
    console.log(`${formatCountWithNoun(failed.length, 'job')} put back.`)
  } else {
    for (const job of failed) console.log(line(job))
    console.log(`${formatCountWithNoun(failed.length, 'job')} failed.`)
  }
  return true
}

const options = readArguments()
if (options === null) {
  console.error(usage)
  process.exitCode = 1
} else {
  await runCommandOnPlatform(({ jobs }) => carryOut(jobs, options))
}
