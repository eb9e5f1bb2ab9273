// Names that databases, queues, mails, links, browsers and scrapers keep when our code calls a thing something else. What is stored or was
// sent keeps its name: a change of one loses waiting jobs, sends a mail twice or refuses a link that somebody has.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cookieNames } from '#app/lib/cookies.ts'
import type { JobDefinition } from '#app/platform/.server/jobs/jobs.ts'
import { storageBuckets } from '#app/platform/.server/storage/storage.ts'
import { jobHandlersByName } from '../worker/handlers.ts'
import { jobSchedules, retiredJobs } from '../worker/schedules.ts'
import { formNames } from './form-names.ts'

const sources = ['app', 'server', 'worker', 'commands', 'db', 'demo']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
  .filter((path) => /(?<!\.test)\.(ts|tsx|sql)$/.test(path) && !path.startsWith(join('db', 'migrations')))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** What the groups of a pattern find in the product's code, with what is filled in as `*`. */
function find(pattern: RegExp, file = /./): string[] {
  return sources
    .filter(({ path }) => file.test(path))
    .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? ''))
    .map((name) => name.replace(/\$\{[^}]*\}/g, '*'))
}

const isJob = (value: unknown): value is JobDefinition =>
  typeof value === 'object' && value !== null && 'queue' in value && 'schema' in value

const modules = sources.filter(({ text }) => /\b(defineJob|defineMail)\b/.test(text))
const jobs = (await Promise.all(modules.map(({ path }) => import(/* @vite-ignore */ resolve(path)))))
  .flatMap((module) => Object.values(module))
  .filter(isJob)

/** The fields of what a job is queued with. */
function fieldsOf(schema: JobDefinition['schema']): string[] {
  if (!(schema instanceof z.ZodObject)) throw new Error('the data of a job is no plain object')
  return Object.keys(schema.shape)
}

const kinds: Record<string, readonly string[]> = {
  jobs: [...jobHandlersByName.keys()],
  'fields of jobs': jobs.flatMap(({ schema }) => fieldsOf(schema)),
  'fields of each job': jobs.map(({ name, schema }) => `${name}: ${fieldsOf(schema).join(' ')}`.trim()),
  schedules: jobSchedules.map(({ job }) => job.name),
  'retired schedules': retiredJobs.map(({ name }) => name),
  'mails that were sent': find(/^ {2}key: .*=> `([^`]+)`/gm, /mails\.server\.ts$/),
  'purposes of signed ids': [
    ...find(/purpose = '([^']+)'/g, /links\.server\.ts$/),
    ...find(/EmailLinkPurpose = (.+)/g).flatMap((union) =>
      [...union.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
    ),
  ],
  'contexts of what is sealed': find(/=> `(\w+\.\w+:[^`]*)`/g),
  'texts that are signed or hashed': [
    ...find(/function \w*[tT]ext(?:Of)?\([^)]*\): string \{\s*return `([^`]+)`/g),
    ...find(/\.(?:sign|hashes)\([`']([^`']+)[`']/g),
  ],
  'actions in the audit log': find(/^ {2}'([\w.-]+)':/gm, /audit-model\.ts$/),
  limits: find(/name: '([\w-]+)',\s+requests/g),
  'data that is exported': find(/^ {6}(?:\.\.\.\(.* && \{ )?'?([\w-]+)'?: /gm, /personal-data-service\.server\.ts$/),
  cookies: Object.values(cookieNames),
  'kept by the browser': find(/preference = '([^']+)'/g, /use-shortcuts/),
  'sent between tabs': find(/channelName = '([^']+)'/g),
  buckets: storageBuckets,
  addresses: find(/\b(?:route|prefix)\('([^']+)'/g, /app.routes\.ts$/),
  'names of forms': formNames,
  'channels of notifications': [...find(/Channel = '(\w+)'/g), ...find(/pg_notify\('(\w+)'/g)],
  locks: find(/hashtext(?:extended)?\(\$?\{?[`']([^`']+)[`']/g),
  metrics: find(/'(muster_\w+)'|^ {2}(muster_\w+):/gm),
}

test.each(Object.entries(kinds))('there are %s', (_, names) => expect(names.filter(Boolean)).not.toEqual([]))

test('the fields of all jobs are known', () => {
  expect(jobs.map(({ name }) => name).sort()).toEqual([...jobHandlersByName.keys()].sort())
})

// spec: releases.14
test('what is stored or was sent keeps its name', async () => {
  const lists = Object.entries(kinds).map(([kind, names]) => [kind, ...[...new Set(names)].sort()].join('\n  '))
  await expect(`${lists.join('\n')}\n`).toMatchFileSnapshot('stored-names.txt')
})
