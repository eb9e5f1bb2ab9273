import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'
import { type DeploymentKind, decideDeploymentKind } from './deployment.ts'

/** The error messages for settings that cannot be used, one a line. */
function complaintsOf(environment: Record<string, string>): string[] {
  try {
    parseConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

const keyOne = Buffer.alloc(32, 1).toString('base64')
const keyTwo = Buffer.alloc(32, 2).toString('base64')

const DATABASE_URL = 'postgres://muster:muster@127.0.0.1:5432/muster'

/** All settings that production requires. */
const production = {
  DATABASE_URL,
  SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://muster.example',
  EVIDENCE_KEYS: `2026=${keyOne}`,
  SMTP_URL: 'smtps://mail.example',
}

/** Values that cannot be used, at least one of each setting. */
const refused: [name: string, value: string][] = [
  ['PORT', 'many'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', ' '],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'mysql://127.0.0.1/muster'],
  ['DATABASE_URL', 'muster'],
  ['DATABASE_DIRECT_URL', 'http://127.0.0.1/muster'],
  ['PUBLIC_URL', 'muster.example'],
  ['PUBLIC_URL', 'ftp://muster.example'],
  ['PUBLIC_URL', 'https://muster.example/directory'],
  ['PUBLIC_URL', 'https://muster.example?a=b'],
  ['PUBLIC_URL', 'https://user:password@muster.example'],
  ['PUBLIC_URL', 'https://'],
  ['TRUSTED_PROXIES', 'the load balancer'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/-1'],
  ['TRUSTED_PROXIES', '10.0.0.0/'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '10.0.0.0/ 8'],
  ['TRUSTED_PROXIES', '127.0.0.1, 10.0.0'],
  ['TRUSTED_PROXIES', '2001:db8::/129'],
  ['FEED_NETWORKS', 'our own'],
  ['SECRET', 'short'],
  ['SECRET', `${'x'.repeat(32)},short`],
  ['SECRET', `${'x'.repeat(32)} ${'x'.repeat(32)}`],
  ['PRODUCTION', 'yes'],
  ['MAIL', 'off'],
  ['ALERT_WEBHOOK_URL', 'http://pager.example'],
  ['METRICS_PORT', 'on'],
  ['SENTRY_DSN', 'errors.example'],
  ['SENTRY_DSN', 'https://errors.example/1'],
  ['SENTRY_DSN', 'https://key@errors.example/'],
  ['SENTRY_DSN', 'https://key@errors.example/project'],
  ['WORKER_METRICS_PORT', '65536'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', 'five'],
  // Without a database of its own.
  ['WORKER', 'outside'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Muster <no-reply@muster.example>\r\nBcc: everyone@example'],
  ['EVIDENCE_KEYS', 'secret'],
  ['EVIDENCE_KEYS', `2026=${'A'.repeat(40)}`],
  ['EVIDENCE_KEYS', `2026=${keyOne},2026=${keyTwo}`],
  ['EVIDENCE_KEYS', `2026=${keyOne},`],
  ['EVIDENCE_DAYS', '0'],
  ['EVIDENCE_DAYS', 'a month'],
  ['VERIFICATION_DAYS', '10000'],
  ['VERIFICATION_GRACE_DAYS', '-1'],
  ['CLAMD_URL', '127.0.0.1:3310'],
  ['CLAMD_URL', 'tcp://127.0.0.1'],
  ['CONTACT_FORM_URL', 'http://forms.example/contact'],
  ['CONTACT_FORM_URL', 'forms.example'],
  ['PRINTFUL_URL', 'https://api.printful.com/v1'],
  ['PRINTFUL_STORE_ID', 'my store'],
  ['STRIPE_URL', 'api.stripe.com'],
  ['STRIPE_TAX', 'yes'],
  ['STORE_URL', 'store.example'],
  ['STORE_URL', 'http://store.example'],
  ['LOG_LEVEL', 'loud'],
  ['S3_ENDPOINT', 's3.example'],
  ['HOST', 'http://0.0.0.0'],
  ['HOST', '0.0.0.0:3000'],
  ['DATA_DIR', ' '],
  ['POSTGRES_BIN', '/nowhere'],
  ['DATA_DIR', '/srv/muster\n'],
  ['FINISHED_PAGES_MIB', 'half'],
  ['COSTLY_REQUESTS', '0'],
  ['CDN', 'on'],
  ['DEMO', '1'],
  ['DKIM_SELECTOR', 'a key'],
  ['METRICS_HOST', '127.0.0.1:9464'],
  ['PRINTFUL_TOKEN', 'Bearer token'],
  ['STRIPE_SECRET_KEY', 'sk_live_1 2'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1\n'],
  ['SIMULATORS', 'no'],
  ['S3_BUCKET', 's3://muster'],
  ['S3_REGION', 'eu west'],
  ['S3_ACCESS_KEY_ID', 'key '],
  ['S3_SECRET_ACCESS_KEY', ' secret'],
  ['BACKUP_TO', 'ftp://host/folder'],
  ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1X'],
]

const s3Keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

/** Settings that another one needs beside it. */
const companions: Record<string, Record<string, string>> = {
  STRIPE_SECRET_KEY: { STRIPE_WEBHOOK_SECRET: 'secret' },
  PRINTFUL_STORE_ID: { PRINTFUL_TOKEN: 'token' },
  BACKUP_RECIPIENT: { BACKUP_TO: '/srv/backups' },
  S3_BUCKET: s3Keys,
  DATABASE_DIRECT_URL: { DATABASE_URL },
}

const folder = mkdtempSync(join(tmpdir(), 'muster-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('parseConfig', () => {
  test('has a default for everything', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: null,
      publicUrl: null,
      secret: null,
      deployment: 'demo',
      drainSeconds: 5,
      worker: 'inside',
      smtpUrl: null,
      mailFrom: 'Muster <no-reply@muster.example>',
      evidenceKeys: null,
      verification: { evidenceDays: 30, validDays: 365, graceDays: 30 },
      clamdUrl: null,
      metrics: { host: '127.0.0.1', port: null, workerPort: null },
      logLevel: 'info',
      s3: null,
    })
    expect(parseConfig({}).trustedProxies.check('127.0.0.1')).toBe(false)
    expect(parseConfig({}).feedNetworks.check('127.0.0.1')).toBe(false)
  })

  test('counts an empty setting as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '', S3_BUCKET: '', LOG_LEVEL: '' })).toEqual(parseConfig({}))
  })

  test('passes over variables that are not its own', () => {
    expect(parseConfig({ PATH: '/usr/bin', HOME: '/root' })).toEqual(parseConfig({}))
  })

  test('reads every setting', () => {
    const config = parseConfig({
      ...production,
      DATABASE_DIRECT_URL: 'postgres://muster:muster@127.0.0.1:5432/muster_direct',
      PORT: '8080',
      HOST: '::',
      DATA_DIR: '/srv/muster',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
      FEED_NETWORKS: '10.0.7.0/24',
      METRICS_PORT: '9464',
      WORKER_METRICS_PORT: '9465',
      METRICS_HOST: '10.0.0.5',
      ALERT_WEBHOOK_URL: 'https://pager.example/muster',
      SENTRY_DSN: 'https://key@errors.example/prefix/7',
      LOG_LEVEL: 'debug',
      S3_BUCKET: 'muster',
      S3_REGION: 'eu-west-2',
      S3_ENDPOINT: 'https://s3.example/',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '::',
      dataDir: '/srv/muster',
      databaseUrl: DATABASE_URL,
      databaseDirectUrl: 'postgres://muster:muster@127.0.0.1:5432/muster_direct',
      publicUrl: 'https://muster.example',
      secret: [production.SECRET],
      metrics: { host: '10.0.0.5', port: 9464, workerPort: 9465 },
      alertWebhookUrl: 'https://pager.example/muster',
      errorReporterDsn: 'https://key@errors.example/prefix/7',
      logLevel: 'debug',
      s3: {
        bucket: 'muster',
        region: 'eu-west-2',
        endpoint: 'https://s3.example',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
    })
    const trusted = config.trustedProxies
    expect(['127.0.0.1', '10.1.2.3'].map((address) => trusted.check(address))).toEqual([true, true])
    expect(['127.0.0.2', '11.0.0.1'].map((address) => trusted.check(address))).toEqual([false, false])
    expect(trusted.check('2001:db8::7', 'ipv6')).toBe(true)
    expect(trusted.check('2001:db9::7', 'ipv6')).toBe(false)
    expect(['10.0.7.9', '10.0.8.9'].map((address) => config.feedNetworks.check(address))).toEqual([true, false])
  })

  test.each([
    ['https://muster.example/', 'https://muster.example'],
    ['https://Muster.Example:443', 'https://muster.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('takes the origin of %s', (given, origin) => {
    expect(parseConfig({ ...production, PUBLIC_URL: given }).publicUrl).toBe(origin)
  })

  test.each(refused)('names %s when it is %j', (name, value) => {
    // What must be beside it is there, so that only this setting is wrong.
    const beside = { DEMO: 'true', ...companions[name] }
    const complaints = complaintsOf({ ...beside, [name]: value })
    expect(complaintsOf(beside)).toEqual([])
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toMatch(new RegExp(`^${name} must be `))
  })

  // spec: doctor.6
  test('every setting that there is has a value that is refused', () => {
    const lines = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)
    // Node's own setting is in the middle of a sentence.
    const described = [...lines].map(([, name]) => name).filter((name) => name !== 'NODE_ENV')
    const page = readFileSync('docs/operations.md', 'utf8')
    const named = [...page.matchAll(/`([A-Z][A-Z0-9_]*)(?:=[^`\n]*)?`/g)].map(([, name = '']) => name)
    expect(described.length).toBeGreaterThan(40)
    expect([...new Set(refused.map(([name]) => name))].sort()).toEqual([...new Set(described)].sort())
    // What the page calls a setting is one.
    const settingLike =
      /_(URL|PORT|HOST|TO|DAYS|SECONDS|KEYS?|ID|NETWORKS|MIB|SELECTOR|RECIPIENT|TOKEN|BUCKET|REGION|ENDPOINT)$/
    expect(named.filter((name) => settingLike.test(name) && !described.includes(name))).toEqual([])
  })

  test.each<[Record<string, string>, string]>([
    [
      { BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` },
      'BACKUP_TO must be set beside BACKUP_RECIPIENT: without it no backups are made',
    ],
    [{ DATABASE_DIRECT_URL: DATABASE_URL }, 'DATABASE_URL must be set beside DATABASE_DIRECT_URL'],
    [{ PRINTFUL_STORE_ID: '12' }, 'PRINTFUL_TOKEN must be set beside PRINTFUL_STORE_ID'],
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT must be another port than PORT'],
    [
      { METRICS_PORT: '9464', WORKER_METRICS_PORT: '9464' },
      'WORKER_METRICS_PORT must be another port than METRICS_PORT',
    ],
  ])('%j contradicts itself, which one line says', (environment, complaint) => {
    expect(complaintsOf(environment)).toEqual([complaint])
  })

  test('names the proxy that is no address', () => {
    expect(complaintsOf({ DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1, nonsense' })[0]).toContain("'nonsense'")
  })

  test('never says a secret aloud', () => {
    const complaints = complaintsOf({ SECRET: 'hunter2', DATABASE_URL: 'mysql://muster:hunter2@127.0.0.1/muster' })
    expect(complaints.length).toBeGreaterThan(0)
    expect(complaints.join()).not.toContain('hunter2')
    const watching = {
      SENTRY_DSN: 'https://hunter2@errors.example/',
    }
    expect(complaintsOf(watching)).toHaveLength(1)
    expect(complaintsOf(watching).join()).not.toContain('hunter2')
    expect(complaintsOf({ EVIDENCE_KEYS: `new=${keyOne}x` }).join()).not.toContain(keyOne.slice(0, 8))
  })

  test('takes several keys for evidence, the first of which seals', () => {
    const { evidenceKeys } = parseConfig({ EVIDENCE_KEYS: `2027=${keyTwo}, 2026=${keyOne}` })
    expect(evidenceKeys).toEqual([
      { id: '2027', key: Buffer.alloc(32, 2) },
      { id: '2026', key: Buffer.alloc(32, 1) },
    ])
  })

  test.each(['tcp://127.0.0.1:3310', 'unix:/run/clamav/clamd.ctl'])('takes a scanner at %s', (url) => {
    expect(parseConfig({ CLAMD_URL: url }).clamdUrl).toBe(url)
  })

  test('takes the form of somebody else by its address', () => {
    expect(parseConfig({ CONTACT_FORM_URL: 'https://forms.example/muster?id=1' }).contactFormUrl).toBe(
      'https://forms.example/muster?id=1',
    )
    expect(parseConfig({}).contactFormUrl).toBeNull()
  })

  test('sells nothing until there are keys, and asks the providers themselves unless told', () => {
    expect(parseConfig({}).shop).toEqual({ printful: null, stripe: null, storeUrl: null })
    const keys = { PRINTFUL_TOKEN: 'token', STRIPE_SECRET_KEY: 'key', STRIPE_WEBHOOK_SECRET: 'secret' }
    expect(parseConfig(keys).shop).toEqual({
      printful: { url: 'https://api.printful.com', token: 'token', storeId: null },
      stripe: { url: null, secretKey: 'key', webhookSecret: 'secret', tax: false },
      storeUrl: null,
    })
    const simulators = { PRINTFUL_URL: 'http://127.0.0.1:4001', STRIPE_URL: 'http://127.0.0.1:4002' }
    const told = { PRINTFUL_STORE_ID: '12', STRIPE_TAX: 'true', STORE_URL: 'https://store.example/muster' }
    expect(parseConfig({ ...keys, ...simulators, ...told }).shop).toEqual({
      printful: { url: 'http://127.0.0.1:4001', token: 'token', storeId: '12' },
      stripe: { url: 'http://127.0.0.1:4002', secretKey: 'key', webhookSecret: 'secret', tax: true },
      storeUrl: 'https://store.example/muster',
    })
  })

  test('takes several secrets, newest first', () => {
    const both = `${'n'.repeat(32)}, ${production.SECRET}`
    expect(parseConfig({ ...production, SECRET: both }).secret).toEqual(['n'.repeat(32), production.SECRET])
  })

  test('wants STRIPE_WEBHOOK_SECRET beside STRIPE_SECRET_KEY', () => {
    expect(complaintsOf({ STRIPE_SECRET_KEY: 'key' })).toEqual([
      'STRIPE_WEBHOOK_SECRET must be set beside STRIPE_SECRET_KEY',
    ])
  })

  // spec: backups.2
  test('reads where backups go, and wants a key to encrypt them to in production', () => {
    const recipient = `age1${'q'.repeat(58)}`
    expect(parseConfig({}).backup).toBeNull()
    expect(parseConfig({ BACKUP_TO: '/srv/backups', BACKUP_RECIPIENT: recipient }).backup).toEqual({
      location: { kind: 'folder', folder: '/srv/backups' },
      recipient,
    })
    const s3 = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', S3_REGION: 'eu-west-2' }
    expect(parseConfig({ BACKUP_TO: 's3://bucket/muster/', ...s3 }).backup?.location).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'muster/',
      region: 'eu-west-2',
      endpoint: null,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    expect(complaintsOf({ BACKUP_TO: 's3://bucket' })).toEqual([
      'S3_ACCESS_KEY_ID must be set beside a BACKUP_TO of s3://',
      'S3_SECRET_ACCESS_KEY must be set beside a BACKUP_TO of s3://',
    ])
    expect(complaintsOf({ BACKUP_TO: 'ftp://host/folder' })).toEqual([
      'BACKUP_TO must be a folder, or s3://BUCKET/PREFIX',
    ])
    expect(complaintsOf({ BACKUP_TO: '/srv', BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1X' })).toEqual([
      'BACKUP_RECIPIENT must be a public key age1..., as age-keygen prints it',
    ])
    expect(complaintsOf({ PRODUCTION: 'true', BACKUP_TO: '/srv' })[0]).toContain('BACKUP_RECIPIENT must be set beside')
    expect(complaintsOf({ ...production, BACKUP_TO: '/srv' })).toEqual([
      expect.stringContaining('BACKUP_RECIPIENT must be set beside BACKUP_TO in production'),
    ])
  })

  test.each(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('wants %s beside S3_BUCKET', (name) => {
    const { [name]: _left, ...rest }: Record<string, string> = {
      S3_BUCKET: 'muster',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(complaintsOf(rest)).toEqual([`${name} must be set beside S3_BUCKET`])
  })

  test('names all that is wrong at once', () => {
    const named = complaintsOf({
      PORT: 'many',
      LOG_LEVEL: 'loud',
      S3_BUCKET: 'muster',
    }).map((line) => line.split(' ')[0])
    expect(named.sort()).toEqual(['LOG_LEVEL', 'PORT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  })
})

describe('what a process is', () => {
  const proxies = { TRUSTED_PROXIES: '127.0.0.1' }
  const https = { PUBLIC_URL: 'https://muster.example' }

  test.each<[DeploymentKind, Record<string, string>]>([
    ['demo', {}],
    ['demo', { HOST: 'localhost' }],
    ['demo', { HOST: '127.0.0.2' }],
    ['demo', { HOST: '::1' }],
    ['demo', { PUBLIC_URL: 'http://localhost:3000' }],
    ['demo', { NODE_ENV: 'development' }],
    ['demo', { NODE_ENV: 'production', NODE_ENV_FROM: 'muster' }],
    ['demo', { DEMO: 'true', DATABASE_URL, ...proxies, ...https, HOST: '0.0.0.0', NODE_ENV: 'production' }],
    ['demo', { DEMO: 'true', PRODUCTION: 'false' }],
    ['demo', { PRODUCTION: 'false', DATABASE_URL }],
    ['demo', { PRODUCTION: 'false', NODE_ENV: 'production' }],
    ['local', { DATABASE_URL }],
    ['local', { DATABASE_URL, DEMO: 'false' }],
    ['local', { DATABASE_URL, NODE_ENV: 'production', NODE_ENV_FROM: 'muster' }],
    ['production', { PRODUCTION: 'true' }],
    ['production', { NODE_ENV: 'production' }],
    ['production', { NODE_ENV: 'production', DATABASE_URL }],
    ['production', https],
    ['production', { PUBLIC_URL: 'HTTPS://muster.example' }],
    ['production', proxies],
    ['production', { HOST: '0.0.0.0' }],
    ['production', { HOST: '::' }],
    ['production', { HOST: 'muster.internal' }],
    ['production', { PRODUCTION: 'false', HOST: '0.0.0.0' }],
    ['production', { PRODUCTION: 'false', ...proxies }],
    ['production', { PRODUCTION: 'false', ...https }],
    ['production', { DEMO: 'false', ...https }],
    ['production', { PUBLIC_URL: ' https://muster.example' }],
  ])('is %s with %o', (deployment, environment) => {
    expect(decideDeploymentKind(environment).deployment).toBe(deployment)
    const { DATABASE_URL: _left, ...demanded } = production
    const isComplete = parseConfig({ DATA_DIR: folder, ...(deployment === 'production' && demanded), ...environment })
    expect(isComplete.deployment).toBe(deployment)
  })

  // spec: hold.17.1
  test.each([
    'http://directory.example.org',
    'HTTP://DIRECTORY.EXAMPLE.ORG:8080',
    'http://directory.example.org.',
    ' http://directory.example.org',
    'ht\ttp://directory.example.org',
    'http://localhost.example.org',
    'http://mylocal.uk',
    'http://test.uk',
    'http://bücher.de',
    'http://%64irectory.example.org',
    'http://203.0.113.5',
    'http://3405803781',
    'http://0xcb.0x00.0x71.0x05:3000',
    'http://172.32.0.1',
    'http://100.64.0.1',
    'http://[2001:db8::5]:3000',
    'http://[::ffff:203.0.113.5]',
  ])('is production with PUBLIC_URL=%s, unless a setting says demo', (PUBLIC_URL) => {
    expect(decideDeploymentKind({ PUBLIC_URL })).toEqual({
      deployment: 'production',
      because: ['a PUBLIC_URL with a public host name'],
    })
    expect(decideDeploymentKind({ PUBLIC_URL, DATABASE_URL }).deployment).toBe('production')
    expect(decideDeploymentKind({ PUBLIC_URL, PRODUCTION: 'false' }).deployment).toBe('production')
    expect(decideDeploymentKind({ PUBLIC_URL, DEMO: 'true' }).deployment).toBe('demo')
    expect(complaintsOf({ DATA_DIR: folder, PUBLIC_URL })[0]).toMatch(
      /^SECRET, EVIDENCE_KEYS and SMTP_URL must be set in production, which follows from a PUBLIC_URL with a public host name/,
    )
  })

  test.each([
    'http://localhost:3000',
    'http://LOCALHOST.:3000',
    'http://muster.localhost',
    'http://muster',
    'http://muster.local:8080',
    'http://muster.lan',
    'http://muster.test',
    'http://muster.internal',
    'http://muster.home.arpa',
    'http://127.0.0.1:3000',
    'http://127.1',
    'http://2130706433',
    'http://0x7f.0.0.1',
    'http://0.0.0.0:3000',
    'http://10.1.2.3',
    'http://172.31.255.255',
    'http://192.168.1.2.',
    'http://169.254.1.1',
    'http://[::1]:3000',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[::ffff:192.168.1.2]',
  ])('is a demo with PUBLIC_URL=%s alone', (PUBLIC_URL) => {
    expect(decideDeploymentKind({ PUBLIC_URL }).deployment).toBe('demo')
  })

  test('is not decided by two that contradict each other', () => {
    expect(complaintsOf({ ...production, PRODUCTION: 'true', DEMO: 'true' })).toEqual([
      'PRODUCTION=true and DEMO=true contradict each other: set one of them',
    ])
  })

  test.each([
    ['PUBLIC_URL, SECRET, EVIDENCE_KEYS and SMTP_URL', { TRUSTED_PROXIES: '10.0.0.1' }],
    ['SECRET, EVIDENCE_KEYS and SMTP_URL', { PUBLIC_URL: 'https://muster.example', DATABASE_URL }],
    ['SMTP_URL', { ...production, SMTP_URL: '' }],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: '', PRODUCTION: 'true' }],
  ])('production that lacks %s says so in one line', (missing, environment) => {
    const complaints = complaintsOf({ DATA_DIR: folder, PRODUCTION: 'true', ...environment })
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toMatch(new RegExp(`^${missing} must be set in production`))
  })

  test('says which setting makes it production, and what the way out is', () => {
    const [complaint] = complaintsOf({ DATA_DIR: folder, HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.1' })
    expect(complaint).toContain('a HOST other than loopback, TRUSTED_PROXIES')
    expect(complaint).toContain('DEMO=true')
  })

  test('MAIL=hold takes the place of SMTP', () => {
    expect(parseConfig({ ...production, SMTP_URL: '', MAIL: 'hold' })).toMatchObject({ holdMail: true, smtpUrl: null })
    expect(parseConfig(production)).toMatchObject({ holdMail: false })
  })

  test('a key that is kept in the folder counts as set', () => {
    const { SECRET: _secret, EVIDENCE_KEYS: _keys, ...others } = production
    const kept = mkdtempSync(join(tmpdir(), 'muster-config-'))
    const settings = { ...others, DATA_DIR: kept }
    expect(complaintsOf(settings)[0]).toMatch(/^SECRET and EVIDENCE_KEYS must be set/)
    writeFileSync(join(kept, 'evidence-key'), 'x')
    expect(complaintsOf(settings)[0]).toMatch(/^SECRET must be set/)
    writeFileSync(join(kept, 'secret'), 'x')
    expect(parseConfig(settings)).toMatchObject({ secret: null, evidenceKeys: null, deployment: 'production' })
    rmSync(kept, { recursive: true })
  })
})
