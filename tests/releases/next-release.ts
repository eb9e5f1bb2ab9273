import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

/** A place in a file that the next release changes. */
interface Change {
  file: string
  from: string
  to: string
}

/** The job that only the next release knows. */
export const newJob = 'next-release.note-save'

/**
 * The next release counts how often a profile was saved, in a column that this release does not know, and queues a job of a new kind
 * with each.
 */
const changes: Change[] = [
  {
    file: 'app/features/profile/tables.server.ts',
    from: "    displayName: text('display_name'),\n",
    to: "    displayName: text('display_name'),\n    saves: integer('saves'),\n",
  },
  {
    file: 'app/features/profile/queries.server.ts',
    from: '.set({ ...change, updatedAt: sql`now()` })',
    to: '.set({ ...change, saves: sql`coalesce(saves, 0) + 1`, updatedAt: sql`now()` })',
  },
  {
    file: 'app/features/profile/queries.server.ts',
    from: '      createdAt: profiles.createdAt,\n      updatedAt: profiles.updatedAt,\n',
    to: '      createdAt: profiles.createdAt,\n      saves: profiles.saves,\n      updatedAt: profiles.updatedAt,\n',
  },
  {
    file: 'app/features/profile/service.server.ts',
    from: "import type { ProfileInput } from './form-schema.ts'\n",
    to: "import type { ProfileInput } from './form-schema.ts'\nimport { noteSaveJob } from './jobs.server.ts'\n",
  },
  {
    file: 'app/features/profile/service.server.ts',
    from: '  if (!(await updateProfileRow(platform.db, userId, typed))) await insertProfile(platform.db, userId, typed)\n  return true\n',
    to: '  return platform.db.transaction(async (transaction) => {\n    await platform.jobs.enqueue(transaction, noteSaveJob, { userId })\n    return updateProfileRow(transaction, userId, typed)\n  })\n',
  },
  {
    file: 'worker/handlers.ts',
    from: "import * as profileMails from '../app/features/profile/mails.server.ts'\n",
    to: "import { jobHandlers as profileJobs } from '../app/features/profile/job-handlers.server.ts'\nimport * as profileMails from '../app/features/profile/mails.server.ts'\n",
  },
  { file: 'worker/handlers.ts', from: 'const jobs = [\n', to: 'const jobs = [\n  profileJobs,\n' },
]

const newFiles: Record<string, string> = {
  'app/features/profile/jobs.server.ts': `import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

export const noteSaveJob = defineJob({ name: '${newJob}', queue: 'work', schema: z.object({ userId: z.uuid() }) })
`,
  'app/features/profile/job-handlers.server.ts': `import { sql } from 'drizzle-orm'
import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  noteSaveJob: async ({ db }, { userId }) => {
    await db.execute(sql\`UPDATE profiles SET saves_noted_at = now() WHERE id = \${userId}\`)
  },
})
`,
}

/** One of each kind that a release may have while another goes on. */
export const newMigrations = [
  'ALTER TABLE "profiles" ADD COLUMN "saves" integer;\n--> statement-breakpoint\nALTER TABLE "profiles" ADD COLUMN "saves_noted_at" timestamp with time zone;\n',
  '-- Outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "profiles_saves_index" ON "profiles" ("saves") WHERE "saves" IS NOT NULL;\n',
]

/** What a build or a run leaves in a folder, and what is linked instead. */
const notCopied = ['.git', '.env', '.react-router', 'build', 'coverage', 'data', 'node_modules', 'test-results']

/** Copies a release into an empty folder and makes the next one of it, not built. */
export async function makeNextRelease(release: string, folder: string): Promise<void> {
  await cp(release, folder, {
    recursive: true,
    filter: (path) => !notCopied.includes(relative(release, path)) && !path.endsWith('.log'),
  })
  await symlink(resolve(release, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const change of changes) {
    const path = join(folder, change.file)
    await writeFile(path, applyChange(await readFile(path, 'utf8'), change))
  }
  for (const [file, text] of Object.entries(newFiles)) {
    const path = join(folder, file)
    if (existsSync(path))
      throw new Error(`${file} is there already: tests/releases/next-release.ts has to change another`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  await addMigrations(join(folder, 'db', 'migrations'))
}

/** @throws if the file no longer has the place, or has it twice */
function applyChange(text: string, { file, from, to }: Change): string {
  const parts = text.split(from)
  if (parts.length !== 2) {
    throw new Error(`${file} has ${parts.length - 1} times what tests/releases/next-release.ts changes once:\n${from}`)
  }
  return parts.join(to)
}

async function addMigrations(folder: string): Promise<void> {
  const journalFile = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
  }
  for (const text of newMigrations) {
    const last = journal.entries.at(-1)
    if (!last) throw new Error('there is no migration')
    const idx = last.idx + 1
    const tag = `${String(idx).padStart(4, '0')}_next-release`
    journal.entries.push({ ...last, idx, when: last.when + 1, tag })
    await writeFile(join(folder, `${tag}.sql`), text)
  }
  await writeFile(journalFile, JSON.stringify(journal))
}
