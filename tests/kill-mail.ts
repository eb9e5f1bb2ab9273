// npm run test:kill-mail -- [--enquiries 1000]
// Sends enquiries while the mail server fails at random and web and worker processes are killed, and looks for what was lost.
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { openMigratedPostgres, queryRows } from '#app/platform/.server/database/database.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { startPostgres } from '../scripts/services.mjs'
import { createDatabase } from './e2e/support/databases.ts'
import { freePort, type Server, spawnServer, startServer } from './e2e/support/servers.ts'
import { createBusiness } from './factories/businesses.ts'
import { makeEnquiryForm } from './factories/forms.ts'
import { createMember } from './factories/members.ts'
import { anyIpAddress } from './visitors.ts'

const { values } = parseArgs({ options: { enquiries: { type: 'string', default: '1000' } } })
const enquiries = Number(values.enquiries)
if (!Number.isInteger(enquiries) || enquiries < 1 || enquiries > 10_000) {
  console.error('--enquiries is a whole number from 1 to 10,000.')
  process.exit(1)
}

/** What the mail server does with a mail; of a hundred. */
const manners = { refuse: 10, 'refuse later': 10, 'take and hang up': 5, 'take and kill the worker': 5 } as const
type Manner = keyof typeof manners | 'take'

/** An accepted mail. */
interface Accepted {
  messageId: string
  manner: Manner
}

/** Minutes after which the program gives up. */
const longestMinutes = 20

const accepted: Accepted[] = []
const refused = { count: 0 }
const kills = { web: 0, worker: 0, byMail: 0 }
const stopped = new AbortController()
let isOver = false
let worker: Server

const folder = mkdtempSync(join(tmpdir(), 'muster-kill-mail-'))
const postgres = await startPostgres()
if (!postgres) process.exit(1)
process.env.TEST_DATABASE_URL = postgres.url
const database = await createDatabase()
const mailServer = await startMailServer()
const handle = await openMigratedPostgres(database.url, { connections: 4 })
// Looks each second, instead of each minute, for jobs whose worker has died.
const jobs = await openJobQueue(handle, createLog('silent'), { lookSeconds: 1 })
const settings = {
  dataDir: join(folder, 'data'),
  databaseUrl: database.url,
  environment: {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    WORKER: 'apart',
    DEMO: 'true',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  },
}
try {
  // A business gets twenty enquiries an hour at most before further ones wait.
  const slugs = await plant(Math.ceil(enquiries / 15))
  const port = await freePort()
  const site = { server: await startServer({ ...settings, port }) }
  worker = await startWorker()
  const dying = [killWeb(site, port), killWorker(), hurry()]
  const acknowledged = await sendAll(site, slugs)
  await untilAnswered(acknowledged.length)
  isOver = true
  stopped.abort()
  await Promise.all(dying)
  await Promise.all([site.server.stop(), worker.stop()])
  process.exitCode = (await report(acknowledged)) ? 0 : 1
} finally {
  isOver = true
  stopped.abort()
  await jobs.close()
  await handle.close()
  await mailServer.stop()
  await database.drop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function plant(count: number): Promise<string[]> {
  const slugs: string[] = []
  for (let index = 0; index < count; index += 1) {
    const { userId } = await createMember(handle.db, { status: 'Verified' })
    slugs.push((await createBusiness(handle.db, { profileId: userId })).businessSlug)
  }
  return slugs
}

function startWorker(): Promise<Server> {
  return spawnServer({ ...settings, command: [process.execPath, 'scripts/worker.mjs'] })
}

/** Sends each enquiry again and again until it is acknowledged, as a person does whose page did not load; gives what was typed. */
async function sendAll(site: { server: Server }, slugs: string[]): Promise<string[]> {
  const waiting = Array.from({ length: enquiries }, () => randomUUID())
  const acknowledged: string[] = []
  const client = async () => {
    for (let needs = waiting.pop(); needs; needs = waiting.pop()) {
      const slug = slugs[waiting.length % slugs.length]
      const body = new URLSearchParams(makeEnquiryForm(needs))
      while (!isOver) {
        const { url } = site.server
        const headers = { 'X-Forwarded-For': anyIpAddress(), Origin: url }
        const path = `${url}/business/${slug}/enquire`
        const answer = await fetch(path, { method: 'POST', headers, body, redirect: 'manual' }).catch(() => null)
        await answer?.arrayBuffer().catch(() => null)
        if (answer?.status === 302) break
        if (answer && answer.status < 500) throw new Error(`an enquiry was answered with ${answer.status}`)
        await sleep(100)
      }
      acknowledged.push(needs)
      if (acknowledged.length % 100 === 0) console.log(`${acknowledged.length} of ${enquiries} acknowledged`)
    }
  }
  await Promise.all(Array.from({ length: 6 }, client))
  return acknowledged
}

async function pause(from: number, to: number): Promise<void> {
  await sleep(randomInt(from, to), undefined, { signal: stopped.signal }).catch(() => undefined)
}

async function killWeb(site: { server: Server }, port: number): Promise<void> {
  while (!isOver) {
    await pause(4_000, 9_000)
    if (isOver) return
    kills.web += 1
    await site.server.stop('SIGKILL')
    site.server = await startServer({ ...settings, port })
  }
}

/** Kills the worker after some mails, so that it gets on however slow the machine is. */
async function killWorker(): Promise<void> {
  while (!isOver) {
    const until = accepted.length + randomInt(5, 60)
    const dead = { is: false }
    void worker.exited.then(() => {
      dead.is = true
    })
    while (!isOver && !dead.is && accepted.length < until) await pause(50, 150)
    if (isOver) return
    kills.worker += 1
    await worker.stop('SIGKILL')
    worker = await startWorker()
  }
}

/** Has time pass more quickly for jobs that wait for another try, or whose worker is dead. */
async function hurry(): Promise<void> {
  while (!isOver) {
    await pause(500, 501)
    await handle.db.execute(
      sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`,
    )
    await handle.db.execute(
      sql`UPDATE pgboss.job SET heartbeat_on = now() - interval '2 minutes'
          WHERE state = 'active' AND started_on < now() - interval '5 seconds'`,
    )
  }
}

/** Waits until every mail of the acknowledged enquiries is sent or given up: one to the owner, one to the sender. */
async function untilAnswered(count: number): Promise<void> {
  const deadline = Date.now() + longestMinutes * 60_000
  while (Date.now() < deadline) {
    const [row] = await queryRows<{ open: number; sent: number }>(
      handle.db,
      sql`SELECT (SELECT count(*)::int FROM pgboss.job WHERE data ? 'name' AND state IN ('created', 'retry', 'active')) AS open,
            (SELECT count(*)::int FROM sent_mails WHERE event LIKE 'lead%') AS sent`,
    )
    if (row && row.open === 0 && row.sent >= 2 * count) return
    await sleep(500)
  }
  console.error('The queue was not empty in time.')
}

/** Compares what was acknowledged with what arrived; false where something is lost or was repeated without a reason. */
async function report(acknowledged: string[]): Promise<boolean> {
  const stored = await queryRows<{ needs: string; events: string[] }>(
    handle.db,
    sql`SELECT r.needs, array_agg('lead:' || l.id) || ('lead-confirmation:' || r.id) AS events
        FROM lead_requests r JOIN leads l ON l.request_id = r.id GROUP BY r.id, r.needs`,
  )
  const ofEnquiry = new Map(stored.map(({ needs, events }) => [needs, events]))
  const lost = acknowledged.filter((needs) => !ofEnquiry.has(needs))
  const twice = stored.length - ofEnquiry.size
  const arrived = Map.groupBy(accepted, ({ messageId }) => messageId)
  const wanted = stored.flatMap(({ events }) => events)
  const sent = new Set(
    (await queryRows<{ event: string }>(handle.db, sql`SELECT event FROM sent_mails`)).map(({ event }) => event),
  )
  const unsent = wanted.filter((event) => !sent.has(event))
  const repeated = [...arrived.values()].filter((copies) => copies.length > 1)
  const repeats = repeated.reduce((total, copies) => total + copies.length - 1, 0)
  // All but the last copy had an answer that did not arrive, or that the worker did not live to note.
  const interrupted = accepted.filter(({ manner }) => manner !== 'take').length
  console.log(`
enquiries acknowledged    ${acknowledged.length}; stored ${stored.length}, lost ${lost.length}, stored twice ${twice}
mails                     ${arrived.size} of ${wanted.length} arrived, ${unsent.length} not sent, ${refused.count} tries refused
killed                    ${kills.web} web processes, ${kills.worker} workers, of these ${kills.byMail} right after a mail was accepted
repeats                   ${repeats}, each with the Message-ID of the first; ${interrupted} answers did not reach a living worker`)
  const isExplained = repeats <= interrupted + kills.worker
  if (!isExplained) console.error('Mails were repeated without a reason.')
  return lost.length + twice + unsent.length === 0 && arrived.size === wanted.length && isExplained
}

/** A mail server that fails at random. */
async function startMailServer(): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_, session, answer) => {
      const manner = isOver ? 'take' : drawManner()
      Object.assign(session, { manner })
      if (manner !== 'refuse') return answer()
      refused.count += 1
      answer(Object.assign(new Error('try again'), { responseCode: 451 }))
    },
    onData: (stream, session, answer) => {
      const { manner } = session as unknown as { manner: Manner }
      text(stream).then(
        (source) => {
          if (manner === 'refuse later') {
            refused.count += 1
            return answer(Object.assign(new Error('try again'), { responseCode: 452 }))
          }
          accepted.push({ messageId: /^message-id: (.*)$/im.exec(source)?.[1] ?? '', manner })
          if (manner === 'take') return answer()
          if (manner === 'take and kill the worker') {
            kills.byMail += 1
            void worker.stop('SIGKILL')
          }
          for (const connection of server.connections) connection._socket.destroy()
        },
        (error) => answer(error),
      )
    },
  }) as SMTPServer & { connections: Set<{ _socket: { destroy: () => void } }> }
  // Clients are killed in the middle.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function drawManner(): Manner {
  let drawn = randomInt(100)
  for (const [manner, share] of Object.entries(manners) as [Manner, number][]) {
    if (drawn < share) return manner
    drawn -= share
  }
  return 'take'
}
