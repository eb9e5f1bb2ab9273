// npm run test:recovery
// Goes the way of docs/operations.md as an operator does, on loopback: a site in production behind nginx with TLS, with a worker, mail,
// backups and alerts, is examined by the doctor, loses its machine and is restored; and an embedded site moves to PostgreSQL.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { type APIRequestContext, request } from '@playwright/test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type Answer, decode, encode } from 'dns-packet'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { parse } from 'yaml'
import { makeBackupJob } from '#app/features/backups/jobs.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { raiseFailureAlertsJob } from '#app/features/monitoring/jobs.server.ts'
import { openMigratedPostgres, queryRows } from '#app/platform/.server/database/database.ts'
import { type JobDefinition, openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { endNotRun, freePort, installPrograms, startPostgres } from '../../scripts/services.mjs'
import { PlainPage } from '../e2e/support/plain-page.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createCase, letApprove, passUndo } from '../factories/cases.ts'
import { memberPassword } from '../factories/members.ts'
import { openOwnDatabase, withDatabase, withMaintenance } from '../postgres.ts'
import { codeOfKey } from '../totp.ts'
import { startMailServer } from '../vendors/mail-server.ts'
import { Checks } from './checks.ts'
import { Installation, type Running, readGuide, startProxy } from './operator.ts'

const programs: [string, string][] = [
  ['nginx', 'nginx-light'],
  ['openssl', 'openssl'],
]
if (!installPrograms(programs)) {
  endNotRun(
    'The drill of an operator needs nginx and openssl, which are not on this machine and could not be installed.',
  )
}

const checks = new Checks()
const postgres = await startPostgres()
if (!postgres) process.exit(1)
const server = postgres.url
const folder = mkdtempSync(join(tmpdir(), 'muster-drill-'))
/** What has to be ended, the last first. */
const closing: (() => unknown)[] = [() => postgres.stop(), () => rmSync(folder, { recursive: true, force: true })]
/** Why a part could not be carried out here; then the drill counts as not run. */
let notRun: string | null = null
try {
  await drill()
} finally {
  for (const close of closing.toReversed()) await close()
}
const code = checks.end()
if (code === 0 && notRun) endNotRun(notRun)
process.exitCode = code

async function drill(): Promise<void> {
  checks.part('Setting up as the guide says')
  const ports = { plain: await freePort(), tls: await freePort(), careless: await freePort(), site: await freePort() }
  const publicUrl = `https://localhost:${ports.tls}`
  const mailServer = await startMailServer()
  closing.push(() => mailServer.stop())
  const webhook = await startWebhook()
  const names = await startNameServer()
  const proxy = startProxy(join(folder, 'proxy'), ports)
  closing.push(() => proxy.stop())

  // The private key and the settings are kept elsewhere, as the guide says.
  const elsewhere = join(folder, 'elsewhere')
  const backups = join(folder, 'backups')
  mkdirSync(elsewhere)
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const keyFile = join(elsewhere, 'backup-key.txt')
  writeFileSync(keyFile, `# public key: ${recipient}\n${identity}\n`)
  const wrongKeyFile = join(elsewhere, 'another-key.txt')
  writeFileSync(wrongKeyFile, `${await generateX25519Identity()}\n`)

  const site = new Installation(join(folder, 'site'))
  const settings = {
    DATABASE_URL: await createDatabaseOfGuide(),
    SECRET: randomBytes(32).toString('base64'),
    EVIDENCE_KEYS: `2026=${randomBytes(32).toString('base64')}`,
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: proxy.ip,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Muster <no-reply@muster.example>',
    WORKER: 'apart',
    DATA_DIR: join(folder, 'site', 'data'),
    PORT: String(ports.site),
    BACKUP_TO: backups,
    BACKUP_RECIPIENT: recipient,
    ALERT_WEBHOOK_URL: webhook.url,
    DKIM_SELECTOR: 'one',
    // Nothing asks /readyz.
    DRAIN_SECONDS: '0',
  }
  const forgotten = listNeeded().filter((name) => !(name in settings))
  checks.check('every setting that the example asks for is made', forgotten.length === 0, forgotten.join(' '))
  site.configure(settings)

  const running: Running[] = []
  closing.push(() => Promise.all(running.map((each) => each.stop('SIGKILL'))))
  const start = (script: Parameters<Installation['start']>[0]) => {
    const started = site.start(script)
    running.push(started)
    return started
  }
  const get = (path: string) => fetch(`http://127.0.0.1:${ports.site}${path}`).catch(() => null)
  const startSite = async () => {
    const [web, worker] = [start('scripts/start.mjs'), start('scripts/worker.mjs')]
    await checks.until('the site is ready', async () => (await get('/readyz'))?.status === 200, web.read)
    await checks.until('a worker is heard', async () => (await get('/workerz'))?.status === 200, worker.read)
    return { web, worker }
  }
  let { web, worker } = await startSite()

  checks.part('A first admin, over TLS')
  const visitors: APIRequestContext[] = []
  closing.push(() => Promise.all(visitors.map((each) => each.dispose())))
  /** Somebody with a browser that has the certificate. */
  const visit = async () => {
    const context = await request.newContext({ baseURL: publicUrl, ignoreHTTPSErrors: true })
    visitors.push(context)
    return new PlainPage(context)
  }
  const admin = await visit()
  const plain = await fetch(`http://127.0.0.1:${ports.plain}/about?a=b`, { redirect: 'manual' })
  checks.check('plain HTTP is redirected', plain.headers.get('Location') === `${publicUrl}/about?a=b`)
  await admin.goto(`${publicUrl}/auth?tab=register`)
  const email = 'operator@muster.example'
  const registration = {
    'First name': 'Olu',
    'Last name': 'Operator',
    Email: email,
    Mobile: '+44 7700 900123',
    Password: memberPassword,
    'Repeat password': memberPassword,
    'Your military relationship': 'Supporter',
  }
  for (const [label, value] of Object.entries(registration)) admin.fill(label, value)
  await admin.press('Create account')
  const mailsTo = (to: string) => mailServer.received.filter(({ recipients }) => recipients.includes(to))
  const linkTo = (path: string) =>
    (mailsTo(email).at(-1)?.text ?? '').match(new RegExp(`${publicUrl}/${path}\\S+`))?.[0]
  await checks.until('the mail with the link arrives', () => linkTo('onboarding') !== undefined, worker.read)
  await admin.goto(linkTo('onboarding') ?? '')
  await admin.press('Confirm and log in')
  const { cookies } = await admin.request.storageState()
  const insecure = cookies.filter(({ secure, name }) => !secure || !name.startsWith('__Host-'))
  checks.check('the cookies are for TLS alone', cookies.length > 0 && insecure.length === 0, JSON.stringify(insecure))
  const home = await admin.request.get('/')
  checks.check('the answer says that TLS is for good', home.headers()['strict-transport-security'] !== undefined)
  const granted = await site.run('admin', ['grant', email, '--role', 'admin'])
  checks.check('the first admin is made by command', granted.code === 0, granted.said)
  await admin.goto('/admin')
  admin.fill('Current password', memberPassword, admin.region('Two-factor authentication'))
  await admin.press('Set up two-factor')
  const totpKey = admin.text('.setup-key')
  admin.fill('Code', codeOfKey(totpKey))
  await admin.press('Turn on two-factor')
  await admin.follow('I have saved my codes')
  checks.check('the admin gets to the pages for staff', admin.path === '/admin', admin.path)

  const handle = await openMigratedPostgres(settings.DATABASE_URL, { connections: 2 })
  const jobs = await openJobQueue(handle, createLog('silent'))
  let isOpen = true
  const closeDatabase = async () => {
    if (!isOpen) return
    isOpen = false
    await jobs.close()
    await handle.close()
  }
  closing.push(closeDatabase)
  const { db } = handle
  /** A member whose listed business the admin has verified. */
  const verify = async (firstName: string) => {
    const slug = `${firstName.toLowerCase()}-works`
    const member = await createCase(db, { firstName })
    const { id } = await createBusiness(db, {
      name: `${firstName} Works`,
      businessSlug: slug,
      profileId: member.userId,
    })
    await admin.goto('/admin')
    await admin.press(`Review ${firstName} Sample`)
    await letApprove(db, member)
    await admin.press('Approve')
    await passUndo(db)
    const [row] = await db.select().from(credentials).where(eq(credentials.businessId, id))
    return { ...member, page: `/business/${slug}`, code: `/verify/${credentialCodeInPath(row?.code ?? '')}` }
  }
  const logIn = async (to: string) => {
    const page = await visit()
    await page.goto(`${publicUrl}/auth`)
    page.fill('Email', to)
    page.fill('Password', memberPassword)
    await page.press('Log in')
    return page
  }
  /** What an owner downloads to show to others. */
  const download = async (owner: PlainPage) => (await owner.request.get('/my-business/badge/credential.jwt')).text()
  const [kept, revoked, gone] = [await verify('Kim'), await verify('Robin'), await verify('Jo')]
  const [keptPage, revokedPage, gonePage] = [
    await logIn(kept.email),
    await logIn(revoked.email),
    await logIn(gone.email),
  ]
  const [keptCredential, revokedCredential] = [await download(keptPage), await download(revokedPage)]
  const isGood = async (jwt: string) => !(await isEnded(admin.request, jwt))
  checks.check('what the owners downloaded counts', (await isGood(keptCredential)) && (await isGood(revokedCredential)))
  const isListed = async ({ page }: { page: string }) => (await (await visit()).request.get(page)).status() === 200
  const isVerified = async ({ code: path }: { code: string }) =>
    (await (await (await visit()).request.get(path)).text()).includes('This answer is at most a minute old')

  checks.part('Alerts, while the doctor looks and an embedded site moves')
  const made = () =>
    readdirSync(join(backups, 'sets')).filter((name) =>
      readdirSync(join(backups, 'sets', name)).includes('manifest.json'),
    )
  await checks.until('the worker made a backup when it began', () => {
    try {
      return made().length === 1
    } catch {
      return false
    }
  })
  const tls = { NODE_EXTRA_CA_CERTS: join(folder, 'proxy', 'certificate.pem') }
  const bad = {
    PUBLIC_URL: `http://localhost:${ports.careless}`,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'Muster <no-reply@nowhere.example>',
    BACKUP_TO: join(wrongKeyFile, 'backups'),
    EVIDENCE_KEYS: `2026=${randomBytes(32).toString('base64')}`,
  }
  // Each waits for half a minute to see whether a silent stream stays open.
  const [well, unwell, moved] = [
    site.run('doctor', ['--dns', names], tls),
    site.run('doctor', ['--dns', names], bad),
    moveEmbedded(publicUrl, mailServer.url),
  ]
  // What fails meanwhile is not handled before these have ended.
  const concurrent = Promise.allSettled([well, unwell, moved])

  await worker.stop('SIGKILL')
  await admin.request.post('/auth?tab=forgot', { form: { form: 'forgot', email }, headers: { Origin: publicUrl } })
  await db.execute(sql`UPDATE worker_heartbeat SET beat_at = beat_at - interval '15 minutes'`)
  checks.check('/workerz says that no worker runs', (await get('/workerz'))?.status === 503)
  await checks.until('the webhook is told that no worker runs', () => webhook.causes.includes('worker'), web.read)
  worker = start('scripts/worker.mjs')
  await checks.until('the mail that waited leaves', () => linkTo('auth') !== undefined, worker.read)

  const queue = (job: JobDefinition<Record<string, never>>) =>
    db.transaction((transaction) => jobs.enqueue(transaction, job, {}))
  /** Lets an hour pass in which a kind of job fails, and the next look at what fails. */
  const passHour = async (subject: string) => {
    const age = async () => {
      await db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`)
      const [row] = await queryRows<{ minutes: number }>(
        db,
        sql`SELECT extract(epoch FROM last_failed_at - since) / 60 AS minutes FROM failing_jobs WHERE subject = ${subject}`,
      )
      return row ? Number(row.minutes) : null
    }
    await checks.until(`that ${subject} fails is noticed`, async () => (await age()) !== null, worker.read)
    const past = sql`interval '61 minutes'`
    await db.execute(sql`UPDATE failing_jobs SET since = since - ${past}, last_failed_at = last_failed_at - ${past}`)
    await checks.until(`${subject} has failed for an hour`, async () => ((await age()) ?? 0) >= 60, worker.read)
    await queue(raiseFailureAlertsJob)
  }
  renameSync(backups, `${backups}-aside`)
  writeFileSync(backups, 'in the way')
  await queue(makeBackupJob)
  await passHour('backups.make')
  const hasMail = () => mailsTo(email).some(({ subject }) => subject === 'Muster: no backups are made')
  await checks.until('the admin gets a mail that no backups are made', hasMail, worker.read)
  rmSync(backups)
  renameSync(`${backups}-aside`, backups)

  mailServer.refuse(450, 'come again later')
  await admin.request.post('/auth?tab=forgot', {
    form: { form: 'forgot', email: kept.email },
    headers: { Origin: publicUrl },
  })
  await passHour('mail')
  await checks.until('the webhook is told that no mail leaves', () => webhook.causes.includes('mail'), worker.read)
  mailServer.refuse(null)
  const hurry = () => db.execute(sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`)
  await checks.until('the mail leaves when the server takes it', async () => {
    await hurry()
    return mailsTo(kept.email).length > 0
  })

  await concurrent
  const fine = await well
  checks.check('the doctor finds nothing wrong', fine.code === 0 && fine.said.includes('Nothing is wrong'), fine.said)
  const seen = [
    'Settings',
    'Disk',
    'Files',
    'Keys',
    'Backups',
    'Mail server',
    'SPF',
    'DMARC',
    'DKIM',
    'Visitors',
    'Scheme',
  ]
  for (const about of [...seen, 'Host', 'Clock', 'Uploads', 'Live updates']) {
    // A disk may be nearly full here.
    const isSeen = new RegExp(`^(?:ok|look) +${about} `, 'm').test(fine.said)
    checks.check(`the doctor has looked at: ${about}`, isSeen, fine.said)
  }
  const ill = await unwell
  checks.check('the doctor finds what is wrong', ill.code === 1, ill.said)
  for (const about of ['Keys', 'Backups', 'Mail server', 'SPF', 'DMARC', 'Visitors', 'Host', 'Uploads']) {
    checks.check(`the doctor finds wrong: ${about}`, new RegExp(`^BAD +${about} `, 'm').test(ill.said), ill.said)
  }
  await moved

  checks.part('Backups')
  const byHand = await site.run('backup')
  const [, name = ''] = /The backup (\S+) was made/.exec(byHand.said) ?? []
  checks.check('a backup is made by hand', byHand.code === 0 && made().includes(name), byHand.said)
  await fillDisk(site, backups, keyFile)
  const tried = await site.run('backup:verify', ['--from', backups, '--identity', keyFile])
  checks.check('the backup is tried, and whole', tried.code === 0, tried.said)

  checks.part('After the backup somebody leaves and somebody is revoked')
  await gonePage.goto('/profile?tab=settings')
  gonePage.fill('Current password', memberPassword, gonePage.region('Delete my account'))
  await gonePage.press('Delete my account for good')
  await admin.goto('/admin?tab=profiles&search=Robin')
  await admin.follow('Verification of Robin Sample')
  const form = admin.find('details#revoke')
  admin.fill('Why you revoke it', 'The card was not theirs.', form)
  await admin.press('Revoke the verification', form)
  const later = await verify('Later')
  const laterCredential = await download(await logIn(later.email))
  checks.check('the revoked credential has ended', !(await isGood(revokedCredential)))
  checks.check('a new one counts', await isGood(laterCredential))
  const waiting = sql`SELECT count(*)::int AS count FROM restore_log_entries`
  await checks.until('all of it is in the log beside the backups', async () => {
    const [row] = await queryRows<{ count: number }>(db, waiting)
    return row?.count === 0
  })

  checks.part('The machine burns')
  await Promise.all([web.stop('SIGKILL'), worker.stop('SIGKILL')])
  await closeDatabase()
  await dropDatabase(settings.DATABASE_URL)
  rmSync(site.folder, { recursive: true })

  checks.part('Restoring')
  const anew = new Installation(site.folder)
  const withoutLog = join(folder, 'without-log')
  const cutOff = join(folder, 'cut-off')
  for (const copy of [withoutLog, cutOff]) cpSync(backups, copy, { recursive: true })
  rmSync(join(withoutLog, 'log'), { recursive: true })
  const set = join(cutOff, 'sets', name)
  const part =
    readdirSync(set, { recursive: true, encoding: 'utf8' }).find((file) => /(^|[./])users\b/.test(file)) ?? ''
  const bytes = readFileSync(join(set, part))
  writeFileSync(join(set, part), bytes.subarray(0, bytes.length - 20))
  const restored = { ...settings, DATABASE_URL: await createDatabaseOfGuide() }
  anew.configure(restored)
  const restore = (from: string, key: string) => anew.run('restore', ['--from', from, '--set', name, '--identity', key])
  const lines = (said: string) => said.trim().split('\n').length
  const withWrongKey = await restore(backups, wrongKeyFile)
  checks.check(
    'a wrong key is one line, and a failure',
    withWrongKey.code === 1 && lines(withWrongKey.said) === 1 && withWrongKey.said.includes('private key'),
    withWrongKey.said,
  )
  const ofCutOff = await restore(cutOff, keyFile)
  checks.check(
    `a backup that was cut off is one line, and a failure`,
    ofCutOff.code === 1 && lines(ofCutOff.said) === 1,
    ofCutOff.said,
  )
  // The place is still empty, or this would be refused.
  const held = await restore(withoutLog, keyFile)
  checks.check('without the log the site stays held', held.code === 1 && held.said.includes('stays held'), held.said)
  const early = start('scripts/start.mjs')
  checks.check('a site that is held does not start', (await early.ended) === 1, early.read())
  checks.check('and says why', early.read().includes('is held until the log'), early.read())
  const whole = await restore(backups, keyFile)
  checks.check('with the log it may start', whole.code === 0 && whole.said.includes('may start'), whole.said)
  ;({ web, worker } = await startSite())
  const full = await restore(backups, keyFile)
  checks.check('a place in use is not restored into', full.code === 1 && full.said.includes('not empty'), full.said)

  checks.part('What came back, and what did not')
  const isIn = async (page: PlainPage) =>
    (await page.request.storageState()).cookies.some(({ name: cookie }) => cookie.endsWith('session_token'))
  checks.check('who left cannot log in', !(await isIn(await logIn(gone.email))))
  checks.check('who left has no listing', !(await isListed(gone)))
  checks.check('the code of who left is not confirmed', !(await isVerified(gone)))
  checks.check('who was revoked is a member', await isIn(await logIn(revoked.email)))
  checks.check('who was revoked has no listing', !(await isListed(revoked)))
  checks.check('the code of who was revoked is not confirmed', !(await isVerified(revoked)))
  checks.check('the old credential of who was revoked has ended', !(await isGood(revokedCredential)))
  checks.check('what was given out since the backup has ended', !(await isGood(laterCredential)))
  const back = await logIn(kept.email)
  checks.check('who stayed logs in', await isIn(back))
  checks.check('who stayed is listed and confirmed', (await isListed(kept)) && (await isVerified(kept)))
  checks.check('the credential of who stayed counts', await isGood(keptCredential))
  await keptPage.goto('/dashboard')
  checks.check('their session goes on', keptPage.path === '/dashboard', keptPage.path)
  const adminAgain = await logIn(email)
  adminAgain.fill('Code', codeOfKey(totpKey))
  await adminAgain.press('Log in')
  await adminAgain.goto('/admin')
  checks.check('the second factor of the admin works', adminAgain.path === '/admin', adminAgain.path)
  for (const [what, process] of Object.entries({ web, worker })) {
    checks.check(`the ${what} process ends by itself`, (await process.stop()) === 0, process.read())
  }
}

/** An embedded site in production, which moves to PostgreSQL with its member. */
async function moveEmbedded(publicUrl: string, smtpUrl: string): Promise<void> {
  const small = new Installation(join(folder, 'small'))
  const data = join(small.folder, 'data')
  const port = await freePort()
  const settings = {
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    SECRET: randomBytes(32).toString('base64'),
    EVIDENCE_KEYS: `2026=${randomBytes(32).toString('base64')}`,
    SMTP_URL: smtpUrl,
    DATA_DIR: data,
    PORT: String(port),
    DRAIN_SECONDS: '0',
  }
  small.configure(settings)
  const site = `http://127.0.0.1:${port}`
  const read = async (path: string) => (await fetch(site + path).catch(() => null))?.text() ?? ''
  const serve = async (what: string) => {
    const started = small.start('scripts/start.mjs')
    closing.push(() => started.stop('SIGKILL'))
    await checks.until(what, async () => (await read('/readyz')).startsWith('ready'), started.read)
    return started
  }
  const filled = await openOwnDatabase(data)
  await createBusiness(filled.db, { name: 'Fell Works', logo: true })
  await filled.close()
  const embedded = await serve('the embedded site is ready')
  const api = '/api/v1/businesses'
  const before = await read(api)
  await embedded.stop()
  const databaseUrl = await createDatabaseOfGuide()
  const moved = await small.run('move', ['--from', data, '--to', databaseUrl])
  checks.check('the embedded site moves', moved.code === 0 && moved.said.includes('are as they were'), moved.said)
  small.configure({ ...settings, DATABASE_URL: databaseUrl })
  const after = await serve('the site is ready on PostgreSQL')
  checks.check('it shows what it showed', before.includes('Fell Works') && (await read(api)) === before)
  await after.stop()
}

/** A disk that is full in the middle of a backup, for which a small one is mounted. */
async function fillDisk(site: Installation, backups: string, keyFile: string): Promise<void> {
  const small = join(folder, 'small-disk')
  mkdirSync(small)
  const kilobytes = Number.parseInt(execFileSync('du', ['-sk', join(backups, 'sets')], { encoding: 'utf8' }), 10)
  const mount = (...options: string[]) => spawnSync('mount', options, { encoding: 'utf8' })
  // Each of the two backups there takes half of it.
  const mounted = mount('-t', 'tmpfs', '-o', `size=${Math.round(kilobytes / 4)}k`, 'tmpfs', small)
  if (mounted.error || mounted.status !== 0) {
    notRun = `No small disk can be mounted, so none was full in the middle of a backup: ${mounted.stderr ?? mounted.error}`
    return
  }
  closing.push(() => spawnSync('umount', [small]))
  const full = await site.run('backup', [], { BACKUP_TO: small })
  checks.check(
    'a full disk is one line, and a failure',
    full.code === 1 && full.said.includes('The disk is full'),
    full.said,
  )
  const files = () => readdirSync(small, { recursive: true, encoding: 'utf8' })
  checks.check(
    'it was full in the middle',
    files().some((path) => path.endsWith('.age')),
    files().join(' '),
  )
  checks.check('no such backup is whole', !files().some((path) => path.endsWith('manifest.json')), files().join(' '))
  const none = await site.run('restore', ['--from', small, '--identity', keyFile])
  checks.check('none is offered', none.code === 1 && none.said.includes('There is no whole backup'), none.said)
  mount('-o', `remount,size=${kilobytes * 4}k`, small)
  const roomy = await site.run('backup', [], { BACKUP_TO: small })
  checks.check('with room it is made', roomy.code === 0, roomy.said)
  const sets = new Set(files().flatMap((path) => /^sets\/([^/]+)\/.*\.\w+$/.exec(path)?.[1] ?? []))
  checks.check('what was left of the first is cleared away', sets.size === 1, [...sets].join(' '))
}

/** The settings that deploy/ asks for, without those of its own database, store and proxy. */
function listNeeded(): string[] {
  const asked = [...readFileSync('deploy/example.env', 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(
    ([, each = '']) => each,
  )
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
    services: { web: { environment: Record<string, string> } }
  }
  const others = /^(?:SITE|POSTGRES_PASSWORD|STORE_PASSWORD|S3_.*)$/
  return [...asked, ...Object.keys(compose.services.web.environment)].filter((each) => !others.test(each))
}

/** Makes a role and its database by the statements of the guide; the URL for it. */
async function createDatabaseOfGuide(): Promise<string> {
  const name = `muster_drill_${randomUUID().slice(0, 8)}`
  const statements = readGuide('The database', 'sql').replaceAll(/\bmuster\b/g, name)
  await withMaintenance(server, async (client) => {
    for (const statement of statements.split(';')) await client.query(statement)
  })
  const url = new URL(withDatabase(server, name))
  Object.assign(url, { username: name, password: '...' })
  closing.push(() => dropDatabase(url.href))
  return url.href
}

async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await withMaintenance(server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`DROP ROLE IF EXISTS ${name}`)
  })
}

/** What the operator's pager gets. */
async function startWebhook(): Promise<{ url: string; causes: string[] }> {
  const causes: string[] = []
  const pager = createServer(async (incoming, response) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    causes.push((JSON.parse(Buffer.concat(parts).toString()) as { cause: string }).cause)
    response.end()
  })
  await new Promise<void>((resolve) => pager.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    pager.closeAllConnections()
    pager.close()
  })
  return { url: `http://127.0.0.1:${(pager.address() as AddressInfo).port}/`, causes }
}

/** A name server that knows the records of the sender's domain; its address and port. */
async function startNameServer(): Promise<string> {
  const records: Record<string, string> = {
    'muster.example': 'v=spf1 mx -all',
    '_dmarc.muster.example': 'v=DMARC1; p=none',
    'one._domainkey.muster.example': 'v=DKIM1; k=rsa; p=MIIB',
  }
  const names = createSocket('udp4')
  names.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message)
    const [question] = questions
    const found = question && records[question.name]
    const answers: Answer[] = found ? [{ type: 'TXT', name: question.name, data: [found] }] : []
    const flags = answers.length > 0 ? 0 : 3
    names.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
  })
  await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
  closing.push(() => names.close())
  return `127.0.0.1:${names.address().port}`
}

/** Whether a status list says that a credential has ended, as any program may ask that checks it. */
async function isEnded(context: APIRequestContext, jwt: string): Promise<boolean> {
  const { credentialStatus } = decodeJwt(jwt) as {
    credentialStatus: { statusListCredential: string; statusListIndex: string }[]
  }
  for (const { statusListCredential, statusListIndex } of credentialStatus) {
    const answer = await context.get(statusListCredential)
    const { credentialSubject } = decodeJwt(await answer.text()) as { credentialSubject: { encodedList: string } }
    if ((await decodeList(credentialSubject)).getStatus(Number(statusListIndex))) return true
  }
  return false
}
