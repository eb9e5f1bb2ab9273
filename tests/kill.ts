// npm run test:kill -- [--kills 50]
// Kills the built product on the embedded database again and again while people write, and looks for what it had acknowledged.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { openSession } from '#app/features/account/service.server.ts'
import { avatarSide, pictureKeys } from '#app/lib/pictures.ts'
import { openEmbeddedDatabase } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openStorage } from '#app/platform/.server/storage.ts'
import { type Server, secretForTests, signingSecret, spawnServer, startServer } from './e2e/support/servers.ts'
import { createMember } from './factories/members.ts'
import { photographWithPlace } from './pictures.ts'
import { anyIpAddress } from './visitors.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } })
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills is a whole number from 1.')
  process.exit(1)
}

/** Milliseconds people go on writing before a kill, once both were answered once. */
const longest = 2_000

const dataDir = mkdtempSync(join(tmpdir(), 'muster-kill-'))
const settings = {
  dataDir,
  environment: { SECRET: secretForTests, DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '0' },
}
/** What was acknowledged, of how much was sent. */
const messages = { sent: 0, kept: new Set<string>() }
const avatars = { sent: 0, kept: new Map<string, number>() }
const recoveries: number[] = []

try {
  const members = await prepare()
  const picture = await photographWithPlace(400, 400)
  for (let kill = 1; kill <= kills; kill += 1) {
    // Some die while they recover from the death before.
    if (kill % 5 === 0) await dieStarting()
    const started = performance.now()
    const server = await startServer(settings)
    recoveries.push(performance.now() - started)
    const member = members[kill - 1] as Member
    const writing = [sendMessages(server), sendMessages(server), sendAvatars(server, member, picture)]
    await firstKept()
    await sleep(randomInt(longest))
    await server.stop('SIGKILL')
    await Promise.all(writing)
    console.log(`${kill} of ${kills}: ${messages.kept.size} messages, ${countAvatars()} avatars acknowledged`)
  }
  await dieStarting()
  const problems = await findLosses()
  recoveries.sort((a, b) => a - b)
  const median = recoveries[Math.floor(recoveries.length / 2)] ?? 0
  console.log(`
kills                    ${kills}, and ${Math.floor(kills / 5) + 1} during a start
messages acknowledged    ${messages.kept.size} of ${messages.sent} sent
avatars acknowledged     ${countAvatars()} of ${avatars.sent} sent, by ${avatars.kept.size} members
start after a kill       ${(median / 1000).toFixed(1)} s median, ${((recoveries.at(-1) ?? 0) / 1000).toFixed(1)} s at most
lost or broken           ${problems.length}`)
  for (const problem of problems) console.error(problem)
  if (messages.kept.size < kills || avatars.kept.size === 0) {
    console.error('Too little was acknowledged for this to show anything.')
    process.exitCode = 1
  }
  if (problems.length > 0) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

interface Member {
  userId: string
  cookies: string
}

/** A database with members who are signed in, and nothing of the demo: one for each kill. */
async function prepare(): Promise<Member[]> {
  const handle = await openEmbeddedDatabase(dataDir)
  const platform = {
    db: handle.db,
    secret: signingSecret,
    publicUrl: 'http://127.0.0.1',
    log: createLog('silent'),
  } as Platform
  const members: Member[] = []
  for (let count = 0; count < kills; count += 1) {
    const { userId } = await createMember(handle.db)
    const cookies = await openSession(platform, { headers: new Headers(), clientIp: '127.0.0.1' }, userId)
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

/** Calls until the server is gone. What it was about to answer then is not acknowledged. */
async function untilGone(act: () => Promise<void>): Promise<void> {
  try {
    for (;;) await act()
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

function sendMessages(server: Server): Promise<void> {
  return untilGone(async () => {
    const message = randomUUID()
    messages.sent += 1
    const body = new URLSearchParams({ name: 'Sam', email: 'sam@sample.example', mailbox: 'general', message })
    const answer = await post(server, '/contact', { body })
    if (answer.status !== 302) throw new Error(`/contact answered ${answer.status}`)
    messages.kept.add(message)
  })
}

function sendAvatars(server: Server, { userId, cookies }: Member, picture: Buffer): Promise<void> {
  return untilGone(async () => {
    // A member may send 30 an hour.
    if ((avatars.kept.get(userId) ?? 0) >= 25) await sleep(longest)
    const body = new FormData()
    body.set('avatar', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
    avatars.sent += 1
    const answer = await post(server, '/profile/avatar', {
      body,
      headers: { Cookie: cookies, Accept: 'application/json' },
    })
    if (answer.status !== 200) throw new Error(`/profile/avatar answered ${answer.status}`)
    avatars.kept.set(userId, (avatars.kept.get(userId) ?? 0) + 1)
  })
}

function countAvatars(): number {
  return [...avatars.kept.values()].reduce((total, count) => total + count, 0)
}

/** What was acknowledged and is gone, what is there without what belongs to it, and indexes that do not agree with their tables. */
async function findLosses(): Promise<string[]> {
  const client = await PGlite.create({
    dataDir: join(dataDir, 'database'),
    extensions: { amcheck, pg_trgm, unaccent },
  })
  const select = async <Row>(query: string) => (await client.query<Row>(query)).rows
  const storage = await openStorage({ dataDir, s3: null })
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
      for (const file of pictureKeys('avatars', { key, width: avatarSide })) {
        if (!(await storage.read('avatars', file))?.bytes.length) problems.push(`lost: the file ${file}`)
      }
    }

    await client.exec('CREATE EXTENSION amcheck')
    const indexes = await select<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
       WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relpersistence = 'p'`,
    )
    for (const { name } of indexes) {
      const check = client.query('SELECT bt_index_check($1::regclass, true)', [name])
      await check.catch((error) => problems.push(`broken: ${error.message}`))
    }
  } finally {
    await client.close()
  }
  return problems
}
