import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Answer, decode, encode } from 'dns-packet'
import { Hono } from 'hono'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkLastBackupTime, evaluateNewestBackup } from '#app/features/monitoring/doctor/check-backups.server.ts'
import { evaluateClockSkew } from '#app/features/monitoring/doctor/check-clock.server.ts'
import {
  checkDatabase,
  checkDatabaseConnectionModes,
  evaluateDatabaseState,
} from '#app/features/monitoring/doctor/check-database.server.ts'
import {
  checkEmbeddedDatabase,
  evaluatePostgresPrograms,
} from '#app/features/monitoring/doctor/check-embedded.server.ts'
import {
  checkDiskSpace,
  checkFileStore,
  evaluateDiskSpace,
} from '#app/features/monitoring/doctor/check-machine.server.ts'
import {
  checkMailDomain,
  checkMailServer,
  checkReceivedMailSignature,
} from '#app/features/monitoring/doctor/check-mail.server.ts'
import { checkProxy, evaluateProxiedRequest } from '#app/features/monitoring/doctor/check-proxy.server.ts'
import { type DoctorFinding, formatDoctorFindings } from '#app/features/monitoring/doctor/finding-model.ts'
import {
  doctorProbeHeader,
  doctorProbePath,
  isValidDoctorProbeHeader,
  signDoctorProbe,
} from '#app/features/monitoring/doctor/probe.server.ts'
import { checkForObsoleteSettings, runDoctorChecks } from '#app/features/monitoring/doctor/service.server.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { parseForwardedHeaders } from '#server/client-ip.ts'
import { answerDoctorProbe } from '#server/middleware/answer-doctor.ts'
import { openPooler } from '#tests/pooler.ts'

const states = (findings: DoctorFinding[]) => Object.fromEntries(findings.map(({ about, state }) => [about, state]))
const portOf = (server: { address: () => unknown }) => (server.address() as AddressInfo).port

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-doctor-'))
})
afterAll(() => rm(folder, { recursive: true }))

// spec: doctor.1
test('each finding is a line, with what to do about it below', () => {
  const lines = formatDoctorFindings([
    { about: 'Disk', state: 'good', found: 'is large', advice: null },
    { about: 'Database', state: 'bad', found: 'is gone', advice: 'Start it.' },
  ])
  expect(lines.split('\n')).toEqual([
    'ok   Disk      is large',
    'BAD  Database  is gone',
    '               -> Start it.',
  ])
})

// spec: doctor.8
test('settings that nothing reads any more are named, and no others', () => {
  const [finding, ...others] = checkForObsoleteSettings({
    PORT: '3000',
    WEB_PROCESSES: '2',
    BOUNCE_FROM: '',
    REPLICA_LAG_SECONDS: '5',
  })
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    about: 'Settings',
    state: 'warning',
    found: 'have REPLICA_LAG_SECONDS and WEB_PROCESSES, which nothing reads any more',
  })
  expect(checkForObsoleteSettings({ PORT: '3000', DATABASE_URL: 'postgres://127.0.0.1/muster' })).toEqual([])
  const went =
    'BOUNCE_FROM BOUNCE_IMAP_URL DATABASE_REPLICA_URLS OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER_ARG REPLICA_LAG_SECONDS WEB_PROCESSES'
  for (const name of went.split(' '))
    expect(checkForObsoleteSettings({ [name]: 'set' })[0]?.found, name).toContain(name)
})

describe('a database', () => {
  const fine = {
    version: 15,
    version_name: '15.18',
    encoding: 'UTF8',
    may_create: true,
    may_create_in_public: true,
    max_connections: 100,
    idle_session: '0',
    installed: [],
    available: ['pg_trgm', 'unaccent'],
  }

  // spec: doctor.2
  test.each<[string, Partial<typeof fine>, RegExp | null]>([
    ['as it should be', {}, null],
    ['of version 14', { version: 14, version_name: '14.9' }, /PostgreSQL 14\.9/],
    ['in another encoding', { encoding: 'SQL_ASCII' }, /SQL_ASCII/],
    ['without an extension', { available: ['pg_trgm'] }, /lacks the extensions unaccent/],
    ['where nothing may be made', { may_create: false }, /does not let this role create/],
    ['where nothing may be made in public', { may_create_in_public: false }, /does not let this role create/],
    ['with few connections', { max_connections: 20 }, /allows 20 connections/],
    ['that ends idle connections', { idle_session: '5min' }, /after 5min/],
  ])('%s', (_, change, found) => {
    const wrong = evaluateDatabaseState({ ...fine, ...change }).filter(({ state }) => state === 'bad')
    expect(wrong.map((finding) => finding.found)).toEqual(found ? [expect.stringMatching(found)] : [])
    expect(wrong.every(({ advice }) => advice)).toBe(true)
  })

  test('that does not answer is one line and a way out', async () => {
    const [finding, ...others] = await checkDatabase('postgres://muster:wrong@127.0.0.1:1/muster')
    expect(others).toEqual([])
    expect(finding).toMatchObject({ about: 'Database', state: 'bad', found: expect.stringContaining('ECONNREFUSED') })
    expect(finding?.found).not.toContain('wrong')
  })

  test.skipIf(!process.env.TEST_DATABASE_URL)('that runs is asked', async () => {
    const findings = await checkDatabase(process.env.TEST_DATABASE_URL ?? '')
    expect(states(findings)).toMatchObject({ Database: 'good', Clock: 'good' })
  })

  test.skipIf(!process.env.TEST_DATABASE_URL)('is reached through poolers in the right mode', async () => {
    const direct = process.env.TEST_DATABASE_URL ?? ''
    const pooler = await openPooler(direct)
    const [databaseUrl, databaseDirectUrl] = [pooler.urlOf('muster'), pooler.urlOf('muster_direct')]
    try {
      expect(await checkDatabaseConnectionModes({ databaseUrl: direct, databaseDirectUrl: null })).toMatchObject({
        state: 'good',
      })
      expect(await checkDatabaseConnectionModes({ databaseUrl, databaseDirectUrl })).toMatchObject({
        about: 'Connections',
        state: 'good',
      })
      const finding = await checkDatabaseConnectionModes({ databaseUrl, databaseDirectUrl: null })
      expect(finding).toMatchObject({ state: 'bad', found: expect.stringContaining('set DATABASE_DIRECT_URL') })
      expect(finding.advice).toContain('deploy/pgbouncer.ini')
    } finally {
      await pooler.stop()
    }
  })

  test('clocks may differ by two seconds', () => {
    expect([0, 2_400, -2_400, 3_000, -60_000].map((ahead) => evaluateClockSkew(ahead, 'it').state)).toEqual([
      'good',
      'good',
      'good',
      'bad',
      'bad',
    ])
  })
})

describe('backups', () => {
  // spec: doctor.7
  test('are made once a day, in a place that answers', async () => {
    const now = Date.parse('2026-06-02T12:00:00Z')
    expect(evaluateNewestBackup(new Date(now - 25 * 3_600_000), now)).toMatchObject({
      state: 'good',
      found: 'The newest is of 2026-06-01 11:00 UTC',
    })
    expect(evaluateNewestBackup(new Date(now - 27 * 3_600_000), now).state).toBe('bad')
    expect(await checkLastBackupTime({ backup: null })).toMatchObject({ state: 'warning', found: 'are not made' })
    const at = (place: string) =>
      ({ backup: { location: { kind: 'folder', folder: place }, recipient: null } }) as const
    expect(await checkLastBackupTime(at(folder))).toMatchObject({ found: 'are set up, and none was made yet' })
    // A file where the folder should be.
    await writeFile(join(folder, 'in-the-way'), '')
    expect(await checkLastBackupTime(at(join(folder, 'in-the-way')))).toMatchObject({
      state: 'bad',
      advice: expect.any(String),
    })
  })
})

describe('the machine', () => {
  // spec: doctor.3
  test('has files where they can be written', async () => {
    expect(await checkFileStore({ dataDir: folder, s3: null })).toMatchObject({ state: 'good' })
    expect(await checkDiskSpace({ dataDir: folder })).toMatchObject({ about: 'Disk' })
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await checkFileStore({ dataDir: file, s3: null })).toMatchObject({ state: 'bad' })
    expect(await checkDiskSpace({ dataDir: join(file, 'data') })).toMatchObject({ state: 'bad' })
  })

  test('reaches its store', async () => {
    const s3 = {
      bucket: 'muster',
      region: 'auto',
      endpoint: 'http://127.0.0.1:1',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    }
    expect(await checkFileStore({ dataDir: folder, s3 })).toMatchObject({
      state: 'bad',
      found: expect.stringContaining('bucket muster'),
    })
  }, 30_000)

  test('has room', () => {
    const gibibyte = 2 ** 30
    expect([0.5, 5, 50].map((free) => evaluateDiskSpace(free * gibibyte, 100 * gibibyte).state)).toEqual([
      'bad',
      'warning',
      'good',
    ])
  })
})

describe('mail', () => {
  const records = new Map<string, string[]>()
  let names: Socket
  let dnsServer = ''
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const mailFrom = 'Muster <no-reply@muster.example>'
  const look = (dkimSelector: string | null = null) => checkMailDomain(mailFrom, { dkimSelector, dnsServer })

  beforeAll(async () => {
    names = createSocket('udp4')
    names.on('message', (message, { port, address }) => {
      const { id, questions = [] } = decode(message)
      const [question] = questions
      const found = (question?.type === 'TXT' && records.get(question.name)) || []
      const answers = found.map(
        (text): Answer => ({ type: 'TXT', name: question?.name ?? '', data: text.match(/.{1,200}/g) ?? [] }),
      )
      const flags = answers.length > 0 ? 0 : 3
      names.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address)
    })
    await new Promise<void>((bound) => names.bind(0, '127.0.0.1', bound))
    dnsServer = `127.0.0.1:${portOf(names)}`
  })
  afterAll(() => void names.close())
  afterEach(() => records.clear())

  // spec: doctor.4
  test('the records of a domain are looked up', async () => {
    expect(states(await look())).toEqual({ SPF: 'bad', DMARC: 'bad', DKIM: 'unknown' })
    records.set('muster.example', ['v=spf1 mx -all', 'another=record'])
    records.set('_dmarc.muster.example', ['v=DMARC1; p=none'])
    records.set('one._domainkey.muster.example', ['v=DKIM1; k=rsa; p='])
    expect(states(await look('one'))).toEqual({ SPF: 'good', DMARC: 'good', DKIM: 'bad' })
    records.set('one._domainkey.muster.example', [`v=DKIM1; k=rsa; p=${key}`])
    records.set('muster.example', ['v=spf1 mx -all', 'v=spf1 a -all'])
    expect(states(await look('one'))).toEqual({ SPF: 'bad', DMARC: 'good', DKIM: 'good' })
  })

  test('without a name server nothing is said of the domain', async () => {
    const findings = await checkMailDomain(mailFrom, { dkimSelector: 'one', dnsServer: '127.0.0.1:1' })
    expect(states(findings)).toEqual({ SPF: 'unknown', DMARC: 'unknown', DKIM: 'unknown' })
  }, 60_000)

  /** The source of an email as it is received, signed for a domain over these headers. */
  async function sourceOf(signedHeaders: string, domainName = 'muster.example'): Promise<string> {
    const transport = createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      dkim: {
        domainName,
        keySelector: 'one',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        headerFieldNames: signedHeaders,
      },
    })
    const { message } = await transport.sendMail({
      from: mailFrom,
      to: 'kim@sample.example',
      subject: 'A test',
      text: 'Hello',
      headers: {
        'List-Unsubscribe': '<https://muster.example/x>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    return String(message)
  }
  const all = 'From:To:Subject:List-Unsubscribe:List-Unsubscribe-Post'

  test('a received email tells whether it is signed, for which domain, and over which headers', async () => {
    records.set('one._domainkey.muster.example', [`v=DKIM1; k=rsa; p=${key}`])
    records.set('one._domainkey.other.example', [`v=DKIM1; k=rsa; p=${key}`])
    const check = async (source: string) => states(await checkReceivedMailSignature(source, { mailFrom, dnsServer }))
    expect(await check(await sourceOf(all))).toEqual({ DKIM: 'good', 'DKIM headers': 'good' })
    expect(await check(await sourceOf('From:To:Subject'))).toEqual({ DKIM: 'good', 'DKIM headers': 'warning' })
    expect(await check(await sourceOf(all, 'other.example'))).toEqual({ DKIM: 'bad' })
    expect(await check((await sourceOf(all)).replace('Hello', 'Hallo'))).toEqual({ DKIM: 'bad' })
    expect(await check('From: a@muster.example\r\n\r\nHello')).toEqual({ DKIM: 'bad' })
  }, 30_000)

  test('the mail server is asked for a connection and a login', async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _, done) => done(password === 'right' ? null : new Error('no'), { user: 'muster' }),
    })
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
    const port = portOf(server.server)
    try {
      const of = (smtpUrl: string | null) => checkMailServer({ smtpUrl }).then(({ state }) => state)
      expect(await of(`smtp://muster:right@127.0.0.1:${port}`)).toBe('good')
      expect(await of(`smtp://muster:wrong@127.0.0.1:${port}`)).toBe('bad')
      expect(await of('smtp://127.0.0.1:1')).toBe('bad')
      expect(await of(null)).toBe('unknown')
    } finally {
      await new Promise<void>((closed) => server.close(closed))
    }
  })
})

type Fault = 'none' | 'no address' | 'no host' | 'small bodies' | 'closes early' | 'another site'

describe('a proxy', () => {
  const secret = new SigningSecret('a secret of the tests alone, of 32 characters')
  const trusted = new BlockList()
  trusted.addAddress('127.0.0.1')
  let site: ReturnType<typeof serve>
  let proxy: Server
  let publicUrl = ''
  /** What the proxy does wrong. */
  let fault: Fault = 'none'
  /** The doctor's address as the proxy sees it: from outside, or from its own machine. */
  const [outside, inside] = ['198.51.100.9', '127.0.0.1']
  let doctorIp = outside

  beforeAll(async () => {
    const app = new Hono()
    app.on(['GET', 'POST'], doctorProbePath, (context, next) => {
      if (!isValidDoctorProbeHeader(secret, context.req.header(doctorProbeHeader), Date.now())) return next()
      const { clientIp, protocol } = parseForwardedHeaders(
        getConnInfo(context).remote.address ?? '',
        {
          forwardedFor: context.req.header('X-Forwarded-For'),
          forwardedProto: context.req.header('X-Forwarded-Proto'),
        },
        trusted,
      )
      return answerDoctorProbe(context, { clientIp, protocol, host: context.req.header('Host') ?? '' })
    })
    site = await new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server))
    })
    proxy = createServer((incoming, outgoing) => pass(incoming, outgoing))
    await new Promise<void>((listening) => void proxy.listen(0, '127.0.0.1', listening))
    publicUrl = `http://127.0.0.1:${portOf(proxy)}`
  })
  afterAll(() => {
    site.close()
    proxy.close()
  })

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (fault === 'another site') return void outgoing.writeHead(404).end()
    if (fault === 'small bodies' && Number(incoming.headers['content-length'] ?? 0) > 1_000_000) {
      outgoing.writeHead(413, { Connection: 'close' }).end()
      return
    }
    const { host = '', 'x-forwarded-for': forwardedFor, ...headers } = incoming.headers
    const passed = request(
      {
        port: portOf(site),
        host: '127.0.0.1',
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...headers,
          host: fault === 'no host' ? 'inside' : host,
          'x-forwarded-for': fault === 'no address' ? String(forwardedFor ?? '') : `${forwardedFor}, ${doctorIp}`,
          'x-forwarded-proto': 'http',
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        if (fault === 'closes early') setTimeout(() => outgoing.destroy(), 100)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }

  const check = () => checkProxy({ publicUrl, secret, trustedProxies: trusted, silence: 1 })

  // spec: doctor.5
  test.each<[Fault, Record<string, string>]>([
    ['none', {}],
    ['no address', { Visitors: 'bad' }],
    ['no host', { Host: 'bad' }],
    ['small bodies', { Uploads: 'bad' }],
    ['closes early', { 'Live updates': 'warning' }],
  ])('with the fault %s is seen through', async (what, wrong) => {
    fault = what
    const fine = {
      Visitors: 'good',
      Scheme: 'good',
      Host: 'good',
      Clock: 'good',
      Uploads: 'good',
      'Live updates': 'good',
    }
    expect(states(await check())).toEqual({ ...fine, ...wrong })
  })

  test('on the same machine as the doctor is no reason to think that visitors are trusted', async () => {
    doctorIp = inside
    for (const [what, state] of [
      ['none', 'good'],
      ['no address', 'bad'],
    ] as const) {
      fault = what
      expect(states(await check())).toMatchObject({ Visitors: state })
    }
    const seen = {
      clientIp: '203.0.113.7',
      protocol: 'http',
      host: 'muster.example',
      forwardedFor: '203.0.113.7, 127.0.0.1',
    }
    const everybody = new BlockList()
    everybody.addSubnet('0.0.0.0', 0)
    const options = { publicUrl: 'http://muster.example', trustedProxies: everybody }
    expect(states(evaluateProxiedRequest(seen, options))).toMatchObject({ Visitors: 'bad' })
    doctorIp = outside
  })

  test('that passes no scheme on has https arrive as http', () => {
    const seen = { clientIp: '198.51.100.9', protocol: 'http', host: 'muster.example', forwardedFor: '198.51.100.9' }
    const options = { publicUrl: 'https://muster.example', trustedProxies: trusted }
    expect(states(evaluateProxiedRequest(seen, options))).toEqual({ Visitors: 'good', Scheme: 'bad', Host: 'good' })
    const ofProxy = { ...seen, clientIp: '127.0.0.1', protocol: 'https' }
    expect(states(evaluateProxiedRequest(ofProxy, options))).toEqual({ Visitors: 'bad', Scheme: 'good', Host: 'good' })
  })

  test('that leads elsewhere is one line, and so is a site with another secret', async () => {
    fault = 'another site'
    expect(states(await check())).toEqual({ Proxy: 'bad' })
    fault = 'none'
    const other = await checkProxy({
      publicUrl,
      secret: new SigningSecret('another secret'),
      trustedProxies: trusted,
      silence: 1,
    })
    expect(states(other)).toEqual({ Proxy: 'bad' })
  })

  test('a stranger, an old request and one from the future are not answered', () => {
    const now = Date.now()
    expect(isValidDoctorProbeHeader(secret, signDoctorProbe(secret, now), now)).toBe(true)
    for (const header of [
      undefined,
      '',
      'x',
      `${now}.${'a'.repeat(43)}`,
      signDoctorProbe(new SigningSecret('another'), now),
    ])
      expect(isValidDoctorProbeHeader(secret, header, now)).toBe(false)
    expect(isValidDoctorProbeHeader(secret, signDoctorProbe(secret, now - 6 * 60_000), now)).toBe(false)
    expect(isValidDoctorProbeHeader(secret, signDoctorProbe(secret, now + 6 * 60_000), now)).toBe(false)
  })
})

// spec: doctor.6
test.each<[string, Record<string, string>, RegExp]>([
  ['a wrong port', { PORT: 'eighty' }, /BAD {2}Settings +PORT must be a port number/],
  ['production half set', { PRODUCTION: 'true' }, /BAD {2}Settings .*must be set in production/],
  ['what contradicts', { PRODUCTION: 'true', DEMO: 'true' }, /PRODUCTION=true and DEMO=true contradict each other/],
  ['half a store', { S3_BUCKET: 'muster' }, /S3_ACCESS_KEY_ID must be set beside S3_BUCKET/],
  [
    'a database that is away',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
    /BAD {2}Database +cannot be asked: .*ECONNREFUSED/,
  ],
])('%s is one line, with a way out', async (_, settings, said) => {
  const findings = await runDoctorChecks(
    { DATA_DIR: join(folder, 'data'), ...settings },
    { mailTo: null, received: null, dns: null },
  )
  expect(formatDoctorFindings(findings)).toMatch(said)
  expect(findings.every(({ state, advice }) => state === 'good' || advice)).toBe(true)
})

// spec: doctor.6
test.each<[string, string[], RegExp, number]>([
  ['a demo has nothing wrong', [], /ok {3}Settings .*demo[\s\S]*Nothing is wrong/, 0],
  ['a source that is not there', ['--received', 'no-such-file'], /BAD {2}Source/, 1],
])('the command: %s', async (_, options, said, code) => {
  const child = spawn(process.execPath, ['commands/doctor.ts', ...options], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
  })
  let text = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  expect(await new Promise((ended) => child.on('close', ended))).toBe(code)
  expect(text).toMatch(said)
})

describe('the embedded database', () => {
  // spec: engine.11
  test('programs are named with their version, and warned of once a newer one is out', async () => {
    expect(evaluatePostgresPrograms('/bin', '18.4')).toEqual({
      about: 'Database',
      state: 'good',
      found: 'is embedded, PostgreSQL 18.4 of /bin: for trying out, and for small sites',
      advice: null,
    })
    expect(evaluatePostgresPrograms('/bin', '18.3')).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('18.4 is out'),
    })
    expect(evaluatePostgresPrograms('/bin', '19.0').state).toBe('good')
    const [found] = await checkEmbeddedDatabase({ dataDir: folder })
    expect(found).toMatchObject({
      about: 'Database',
      state: 'good',
      found: expect.stringMatching(/PostgreSQL \d+\.\d+ of \//),
    })
  })

  test('a folder of another version of PostgreSQL is told with the way out', async () => {
    const dataDir = join(folder, 'newer')
    await mkdir(join(dataDir, 'postgresql'), { recursive: true })
    await writeFile(join(dataDir, 'postgresql', 'PG_VERSION'), '99\n')
    expect(await checkEmbeddedDatabase({ dataDir })).toContainEqual({
      about: 'Database',
      state: 'bad',
      found: expect.stringMatching(/^in .*newer is of PostgreSQL 99, and the programs are of \d+$/),
      advice: 'Set POSTGRES_BIN to programs of 99, make a backup, and restore it into an empty DATA_DIR.',
    })
  })

  // spec: engine.12
  test.runIf(existsSync('/dev/shm'))('a folder in memory is warned of', async () => {
    expect((await checkEmbeddedDatabase({ dataDir: '/dev/shm' })).at(-1)).toMatchObject({
      state: 'warning',
      found: 'is on a file system in memory (tmpfs), and gone with the machine',
    })
  })
})
