// npm run test:kill -- [--kills 50] [--only server|database]
// Kills the built product on its own database again and again while people write, and looks for what it had acknowledged: first the server
// with all that it started, then PostgreSQL alone while the server goes on.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { openSessionAfterFollowedEmailLink } from '#app/features/account/service.server.ts'
import { avatarSidePixels, pictureStorageKeys } from '#app/lib/pictures.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { type Server, secretForTests, signingSecret, spawnServer, startServer } from './e2e/support/servers.ts'
import { createMember } from './factories/members.ts'
import { photographWithPlace } from './pictures.ts'
import { openOwnDatabase } from './postgres.ts'
import { anyIpAddress } from './visitors.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, only: { type: 'string' } },
})
const kills = Number(values.kills)
const targets = (['server', 'database'] as const).filter((target) => (values.only ?? target) === target)
if (!Number.isInteger(kills) || kills < 1 || targets.length === 0) {
  console.error('--kills is a whole number from 1, and --only is server or database.')
  process.exit(1)
}

/** Milliseconds people go on writing before a kill, once both were answered once. */
const longest = 2_000
/** How many people send messages at the same time. */
const senders = 6
/** How many writes a second have to be acknowledged for a kill to be one in the middle of them. */
const leastRate = 20

const dataDir = mkdtempSync(join(tmpdir(), 'muster-kill-'))
const settings = {
  dataDir,
  environment: { SECRET: secretForTests, DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '0' },
}
/** What was acknowledged, of how much was sent. */
const messages = { sent: 0, kept: new Set<string>() }
const avatars = { sent: 0, kept: new Map<string, number>() }
/** Milliseconds in which people wrote until a kill, and what was acknowledged in them. */
const writing = { ms: 0, kept: 0 }
/** Milliseconds from a kill until something was acknowledged again, by what was killed. */
const recoveries = { server: [] as number[], database: [] as number[] }

try {
  const members = await prepare()
  const picture = await photographWithPlace(400, 400)
  if (targets.includes('server')) await killServers(members, picture)
  if (targets.includes('database')) await killDatabases(members, picture)
  const problems = await findLosses()
  const rate = writing.kept / (writing.ms / 1000)
  console.log(`
messages acknowledged    ${messages.kept.size} of ${messages.sent} sent
avatars acknowledged     ${countAvatars()} of ${avatars.sent} sent, by ${avatars.kept.size} members
acknowledged a second    ${rate.toFixed(0)}`)
  for (const target of targets) console.log(describeRecoveries(target))
  console.log(`lost or broken           ${problems.length}`)
  for (const problem of problems) console.error(problem)
  if (rate < leastRate || avatars.kept.size === 0) {
    console.error(`Fewer than ${leastRate} writes a second were acknowledged: too little for this to show anything.`)
    process.exitCode = 1
  }
  if (problems.length > 0) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** Kills a server that people write to, and starts another. */
async function killServers(members: Member[], picture: Buffer): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    // Some die while they recover from the death before.
    if (kill % 5 === 0) await dieStarting()
    const started = performance.now()
    const server = await startServer(settings)
    recoveries.server.push(performance.now() - started)
    const people = beginWriting(server, members[kill - 1] as Member, picture)
    await writeForAWhile().finally(() => server.stop('SIGKILL'))
    await people.ended
    tell('server', kill)
  }
  await dieStarting()
}

/** Kills PostgreSQL below a server, which goes on. */
async function killDatabases(members: Member[], picture: Buffer): Promise<void> {
  const server = await startServer(settings)
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const people = beginWriting(server, members[kills + kill - 1] as Member, picture)
      await writeForAWhile()
      const killedAt = performance.now()
      process.kill(Number(readPostmaster()[0]), 'SIGKILL')
      // What is answered in this moment may have been written before it.
      await sleep(100)
      await firstKept()
      recoveries.database.push(performance.now() - killedAt)
      people.end()
      await people.ended
      tell('database', kill)
    }
  } finally {
    await server.stop()
  }
}

function describeRecoveries(target: (typeof targets)[number]): string {
  const sorted = recoveries[target].toSorted((a, b) => a - b)
  const seconds = (ms = 0) => (ms / 1000).toFixed(1)
  const median = sorted[Math.floor(sorted.length / 2)]
  return `kills of the ${target.padEnd(12)}${kills}; writes again after ${seconds(median)} s median, ${seconds(sorted.at(-1))} s at most`
}

function tell(target: string, kill: number): void {
  console.log(`${target}: ${kill} of ${kills}: ${messages.kept.size} messages, ${countAvatars()} avatars acknowledged`)
}

/** What the database writes about itself while it runs: its process, its folder, when it started, its port, its socket's folder. */
function readPostmaster(): string[] {
  return readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')
}

/** People who write until the server is gone or they are told to end. */
function beginWriting(server: Server, member: Member, picture: Buffer) {
  let isOver = false
  const goesOn = () => !isOver
  const ended = Promise.all([
    ...Array.from({ length: senders }, () => sendMessages(server, goesOn)),
    sendAvatars(server, member, picture, goesOn),
  ])
  // Whoever waits for it hears of it; until then it ends nothing, so that no server is left running.
  ended.catch(() => undefined)
  return {
    end: () => {
      isOver = true
    },
    ended,
  }
}

async function writeForAWhile(): Promise<void> {
  await firstKept()
  const [began, before] = [performance.now(), messages.kept.size + countAvatars()]
  await sleep(randomInt(longest))
  writing.ms += performance.now() - began
  writing.kept += messages.kept.size + countAvatars() - before
}

interface Member {
  userId: string
  cookies: string
}

/** A database with members who are signed in, and nothing of the demo: one for each kill of each kind. */
async function prepare(): Promise<Member[]> {
  const handle = await openOwnDatabase(dataDir)
  const platform = {
    db: handle.db,
    secret: signingSecret,
    publicUrl: 'http://127.0.0.1',
    log: createLog('silent'),
  } as Platform
  const members: Member[] = []
  for (let count = 0; count < 2 * kills; count += 1) {
    const { userId } = await createMember(handle.db)
    const cookies = await openSessionAfterFollowedEmailLink(
      platform,
      { headers: new Headers(), clientIp: '127.0.0.1' },
      userId,
    )
    members.push({ userId, cookies: cookies.map((cookie) => cookie.replace(/;.*/, '')).join('; ') })
  }
  await handle.close()
  return members
}

async function dieStarting(): Promise<void> {
  const server = await spawnServer(settings)
  await sleep(randomInt(500, 5_000))
  await server.stop('SIGKILL')
}

/** A server that has just started takes its time for the first message and the first avatar. */
async function firstKept(): Promise<void> {
  const before = [messages.kept.size, countAvatars()] as const
  const deadline = Date.now() + 60_000
  while ((messages.kept.size === before[0] || countAvatars() === before[1]) && Date.now() < deadline) await sleep(10)
}

/**
 * Calls until the server is gone or nobody goes on. What it was about to answer then is not acknowledged, and neither is what it refuses
 * while its database is away.
 */
async function untilGone(goesOn: () => boolean, act: () => Promise<number>): Promise<void> {
  try {
    while (goesOn()) {
      const status = await act()
      if (status === 503) await sleep(50)
      else if (status !== 200 && status !== 302) throw new Error(`answered ${status}`)
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

/** A request from an address of its own, as each is limited. */
async function post(server: Server, path: string, init: RequestInit): Promise<Response> {
  const headers = { 'X-Forwarded-For': anyIpAddress(), ...(init.headers as Record<string, string>) }
  const answer = await fetch(server.url + path, { ...init, method: 'POST', headers, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer
}

function sendMessages(server: Server, goesOn: () => boolean): Promise<void> {
  return untilGone(goesOn, async () => {
    const message = randomUUID()
    messages.sent += 1
    const body = new URLSearchParams({ name: 'Sam', email: 'sam@sample.example', mailbox: 'general', message })
    const { status } = await post(server, '/contact', { body })
    if (status === 302) messages.kept.add(message)
    return status
  })
}

function sendAvatars(
  server: Server,
  { userId, cookies }: Member,
  picture: Buffer,
  goesOn: () => boolean,
): Promise<void> {
  return untilGone(goesOn, async () => {
    // A member may send 30 an hour.
    if ((avatars.kept.get(userId) ?? 0) >= 25) await sleep(longest)
    const body = new FormData()
    body.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
    avatars.sent += 1
    const { status } = await post(server, '/profile/avatar', {
      body,
      headers: { Cookie: cookies, Accept: 'application/json' },
    })
    if (status === 200) avatars.kept.set(userId, (avatars.kept.get(userId) ?? 0) + 1)
    return status
  })
}

function countAvatars(): number {
  return [...avatars.kept.values()].reduce((total, count) => total + count, 0)
}

/** What was acknowledged and is gone, what is there without what belongs to it, and indexes that do not agree with their tables. */
async function findLosses(): Promise<string[]> {
  const { db, close } = await openOwnDatabase(dataDir)
  const select = <Row>(query: string) => queryRows<Row>(db, sql.raw(query))
  const storage = await openFileStorage({ dataDir, s3: null })
  const problems: string[] = []
  try {
    const there = new Set(
      (await select<{ message: string }>('SELECT message FROM contact_messages')).map((row) => row.message),
    )
    for (const message of messages.kept) if (!there.has(message)) problems.push(`lost: the message ${message}`)
    const [jobs] = await select<{ count: number }>(
      `SELECT count(*)::int AS count FROM pgboss.job WHERE data->>'name' = 'enquiries.send'`,
    )
    if (jobs?.count !== there.size) problems.push(`${jobs?.count} jobs belong to ${there.size} messages`)

    const profiles = await select<{ id: string; key: string }>(
      'SELECT id, avatar_bucket_url AS key FROM profiles WHERE avatar_bucket_url IS NOT NULL',
    )
    for (const userId of avatars.kept.keys()) {
      if (!profiles.some(({ id }) => id === userId)) problems.push(`lost: the avatar of ${userId}`)
    }
    for (const { key } of profiles) {
      for (const file of pictureStorageKeys('avatars', { key, width: avatarSidePixels })) {
        if (!(await storage.read('avatars', file))?.bytes.length) problems.push(`lost: the file ${file}`)
      }
    }

    const [database] = await select<{ name: string }>('SELECT current_database() AS name')
    problems.push(...(await findBrokenIndexes(database?.name ?? '')))
  } finally {
    await close()
  }
  return problems
}

/** What is wrong with indexes, which PostgreSQL's own superuser alone may ask. */
async function findBrokenIndexes(database: string): Promise<string[]> {
  const [, , , port, host = ''] = readPostmaster()
  const client = new pg.Client({ host, port: Number(port), user: 'postgres', database })
  await client.connect()
  const problems: string[] = []
  try {
    await client.query('CREATE EXTENSION amcheck')
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
       WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relpersistence = 'p'`,
    )
    for (const { name } of rows) {
      const check = client.query('SELECT bt_index_check($1::regclass, true)', [name])
      await check.catch((error) => problems.push(`broken: ${error.message}`))
    }
  } finally {
    await client.end()
  }
  return problems
}
