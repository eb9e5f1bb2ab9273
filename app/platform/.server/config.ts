import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { findPrograms } from '../../../scripts/postgres/programs.mjs'
import { type DeploymentKind, decideDeploymentKind } from './deployment.ts'
import type { PaymentProviderSettings } from './payment/payment-provider.ts'
import { parseSecrets } from './security/secret.ts'
import type { VaultKey } from './security/vault.ts'
import { StartError } from './start-errors.ts'
import type { BackupLocation } from './storage/backup-store.ts'
import type { S3BucketAccess } from './storage/s3.ts'

/** Thrown for a setting that cannot be used; the message names it and says what it must be. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535')

/** A name or address of this machine, without a scheme or a port. */
const listeningHost = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/i.test(value),
    'must be an address to listen on, such as 127.0.0.1, without a port',
  )

/** What a provider issued, which never has a space: one slips in when it is copied. */
const issued = z.string().regex(/^\S+$/, 'must be what the provider shows, without spaces')

const httpUrl = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    context.addIssue({ code: 'custom', message: 'must be an http(s) origin such as https://muster.example' })
    return z.NEVER
  }
  return url.origin
})

/** Whether the connection cannot be read by others: it uses https or stays on this machine. */
function isHttpsOrOwn({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(127\.0\.0\.1|localhost)$/.test(hostname))
}

const httpsUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && isHttpsOrOwn(new URL(value)),
    'must be an https address such as https://other.example/page',
  )
  .transform((value) => new URL(value).href)

const postgresUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'must be an address such as postgres://user:password@host:5432/muster',
  )

const networks = z.string().transform((value, context) => {
  const list = new BlockList()
  for (const entry of value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const version = isIP(address)
    const bits = Number(prefix ?? (version === 4 ? 32 : 128))
    if (!version || bits > (version === 4 ? 32 : 128)) {
      context.addIssue({
        code: 'custom',
        message: `must be addresses or networks such as 127.0.0.1, 10.0.0.0/8; '${entry}' is neither`,
      })
      return z.NEVER
    }
    list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
})

const smtpUrl = z
  .string()
  .refine(
    (value) => /^smtps?:\/\//.test(value) && URL.canParse(value),
    'must be an address such as smtps://user:password@mail.example:465',
  )

/** What SECRET must hold, and its file. */
export const secretSettingRequirement =
  'at least 32 characters, or several secrets of that length, newest first, with commas or white space between them'

const secrets = z.string().transform((value, context) => {
  const parsed = parseSecrets(value)
  if (parsed) return parsed
  context.addIssue({ code: 'custom', message: `must be ${secretSettingRequirement}` })
  return z.NEVER
})

const vaultKeys = z.string().transform((value, context): VaultKey[] => {
  const keys = value.split(',').map((entry) => {
    const [, id = '', key = ''] = /^\s*([a-z0-9-]{1,16})=([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(entry) ?? []
    return { id, key: Buffer.from(key, 'base64') }
  })
  const names = new Set(keys.map(({ id }) => id))
  if (keys.some(({ key }) => key.length !== 32) || names.size < keys.length) {
    // The message must not repeat the value: it may well be a key.
    context.addIssue({ code: 'custom', message: 'must be keys such as 2026=BASE64, of 32 bytes each, each name once' })
    return z.NEVER
  }
  return keys
})

const clamdUrl = z
  .string()
  .refine(
    (value) => /^tcp:\/\/[^/]+:\d+\/?$/.test(value) || /^unix:\/.+/.test(value),
    'must be an address such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
  )

const days = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a number of days from 1 to 9999')
  .transform(Number)

const seconds = z
  .string()
  .regex(/^\d{1,2}$/, 'must be a number of seconds from 0 to 99')
  .transform(Number)

const yesOrNo = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((value) => value === 'true')

const mebibytes = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a number of mebibytes from 0 to 9999')
  .transform(Number)

const requestsAMinute = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a number of requests from 1 to 99999')
  .transform(Number)

/** As error reporters that speak Sentry's protocol write it: key, host and number of the project. */
const dsn = z
  .string()
  .regex(
    /^https?:\/\/\w+(:\w+)?@[\w.-]+(:\d{1,5})?(\/[\w-]+)*\/\d+$/,
    'must be a DSN such as https://KEY@errors.example/1, as the error reporter shows it',
  )

/** The providers' own base URLs. */
export const printfulApiUrl = 'https://api.printful.com'
const stripeUrl = 'https://api.stripe.com'

const defaultDataDir = './data'

const schema = z.object({
  PORT: port.default(3000),
  HOST: listeningHost.default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .regex(/^[^\r\n\0]*\S[^\r\n\0]*$/, 'must be a folder')
    .default(defaultDataDir),
  DATABASE_URL: postgresUrl.optional(),
  POSTGRES_BIN: z
    .string()
    .refine(
      (bin) => findPrograms({ POSTGRES_BIN: bin }) !== null,
      'must be a folder with the programs postgres and initdb',
    )
    .optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  PUBLIC_URL: httpUrl.optional(),
  TRUSTED_PROXIES: networks.optional(),
  FINISHED_PAGES_MIB: mebibytes.default(64),
  COSTLY_REQUESTS: requestsAMinute.default(60),
  CDN: yesOrNo.default(false),
  SECRET: secrets.optional(),
  PRODUCTION: yesOrNo.optional(),
  DEMO: yesOrNo.optional(),
  DRAIN_SECONDS: seconds.default(5),
  WORKER: z.enum(['inside', 'apart'], { error: 'must be inside or apart' }).default('inside'),
  SMTP_URL: smtpUrl.optional(),
  MAIL: z.literal('hold', { error: 'must be hold, or not set' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as Muster <no-reply@muster.example>',
    )
    .default('Muster <no-reply@muster.example>'),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,63}$/, 'must be the name before ._domainkey')
    .optional(),
  EVIDENCE_KEYS: vaultKeys.optional(),
  EVIDENCE_DAYS: days.default(30),
  CLAMD_URL: clamdUrl.optional(),
  FEED_NETWORKS: networks.optional(),
  VERIFICATION_DAYS: days.default(365),
  VERIFICATION_GRACE_DAYS: days.default(30),
  CONTACT_FORM_URL: httpsUrl.optional(),
  PRINTFUL_URL: httpUrl.default(printfulApiUrl),
  PRINTFUL_TOKEN: issued.optional(),
  PRINTFUL_STORE_ID: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the number of a store')
    .optional(),
  STRIPE_URL: httpUrl.default(stripeUrl),
  STRIPE_SECRET_KEY: issued.optional(),
  STRIPE_WEBHOOK_SECRET: issued.optional(),
  STRIPE_TAX: yesOrNo.default(false),
  // simulators/main.ts reads it, before there is a configuration.
  SIMULATORS: yesOrNo.optional(),
  STORE_URL: httpsUrl.optional(),
  METRICS_PORT: port.optional(),
  WORKER_METRICS_PORT: port.optional(),
  METRICS_HOST: listeningHost.default('127.0.0.1'),
  ALERT_WEBHOOK_URL: httpsUrl.optional(),
  SENTRY_DSN: dsn.optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .default('info'),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*$/, 'must be the name of a bucket, without s3:// or a path')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be the name of a region, such as eu-west-2')
    .default('auto'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_ACCESS_KEY_ID: issued.optional(),
  S3_SECRET_ACCESS_KEY: issued.optional(),
  BACKUP_TO: z
    .string()
    .refine((value) => !/^[a-z0-9+.-]+:/i.test(value) || s3Url.test(value), 'must be a folder, or s3://BUCKET/PREFIX')
    .optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{58}$/, 'must be a public key age1..., as age-keygen prints it')
    .optional(),
})

const s3Url = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*?))?\/*$/

/** Whether two settings name the same port; 0 is any that is free. */
function isSamePort(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other && Number(one) !== 0
}

/** Settings that must be set together with another one, or contradict it. */
function missingFrom(given: Record<string, string | undefined>): string[] {
  const complaints: string[] = []
  const need = (name: string, message: string) => {
    if (!given[name]) complaints.push(`${name} must be set beside ${message}`)
  }
  if (given.DATABASE_DIRECT_URL) need('DATABASE_URL', 'DATABASE_DIRECT_URL')
  if (given.S3_BUCKET) {
    need('S3_ACCESS_KEY_ID', 'S3_BUCKET')
    need('S3_SECRET_ACCESS_KEY', 'S3_BUCKET')
  }
  if (given.BACKUP_TO?.startsWith('s3:')) {
    need('S3_ACCESS_KEY_ID', 'a BACKUP_TO of s3://')
    need('S3_SECRET_ACCESS_KEY', 'a BACKUP_TO of s3://')
  }
  if (given.STRIPE_SECRET_KEY) need('STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY')
  if (given.PRODUCTION === 'true' && given.DEMO === 'true')
    complaints.push('PRODUCTION=true and DEMO=true contradict each other: set one of them')
  if (given.BACKUP_RECIPIENT) need('BACKUP_TO', 'BACKUP_RECIPIENT: without it no backups are made')
  if (given.PRINTFUL_STORE_ID) need('PRINTFUL_TOKEN', 'PRINTFUL_STORE_ID')
  const ports = ['PORT', 'METRICS_PORT', 'WORKER_METRICS_PORT'] as const
  for (const [index, name] of ports.entries()) {
    const other = ports.slice(0, index).find((earlier) => isSamePort(given[name], given[earlier]))
    if (other) complaints.push(`${name} must be another port than ${other}`)
  }
  return complaints
}

/** Files in DATA_DIR that are used instead of a setting if the site first ran without it. */
export const dataDirKeyFilesBySetting = { SECRET: 'secret', EVIDENCE_KEYS: 'evidence-key' } as const

/** The settings that production lacks, as one message; empty if it has them all. */
function missingInProduction(given: Record<string, string | undefined>, because: string[]): string[] {
  const isKept = (file: string) => existsSync(join(given.DATA_DIR ?? defaultDataDir, file))
  const missing = [
    !given.PUBLIC_URL && 'PUBLIC_URL',
    !given.SECRET && !isKept(dataDirKeyFilesBySetting.SECRET) && 'SECRET',
    !given.EVIDENCE_KEYS && !isKept(dataDirKeyFilesBySetting.EVIDENCE_KEYS) && 'EVIDENCE_KEYS',
    !given.SMTP_URL && !given.MAIL && 'SMTP_URL',
  ].filter((name) => name !== false)
  const unencrypted =
    given.BACKUP_TO && !given.BACKUP_RECIPIENT
      ? [
          'BACKUP_RECIPIENT must be set beside BACKUP_TO in production: backups hold personal data (age-keygen makes a key).',
        ]
      : []
  if (missing.length === 0) return unencrypted
  const names = new Intl.ListFormat('en-GB').format(missing)
  return [
    ...unencrypted,
    `${names} must be set in production, which follows from ${because.join(', ')}. ` +
      'A site that ran without SECRET and EVIDENCE_KEYS has them in the files secret and evidence-key of its DATA_DIR: ' +
      'never make new ones for it. MAIL=hold takes the place of SMTP_URL. For a demo set DEMO=true.',
  ]
}

/** All in days. */
export interface VerificationTermDays {
  /** Evidence is deleted this long after the decision. */
  evidenceDays: number
  /** A verification must be confirmed again after this long. */
  validDays: number
  /** If it is not confirmed, it lapses this long after that. */
  graceDays: number
}

/** How to reach the print-on-demand provider. */
export interface PrintfulSettings {
  /** The API's origin. Any origin but the provider's own is a simulator's. */
  url: string
  token: string
  /** The store within the account; null if the token is for a single store. */
  storeId: string | null
}

export interface ShopSettings {
  /** Null if no key is set: the shop then shows its products but sells nothing. */
  printful: PrintfulSettings | null
  stripe: PaymentProviderSettings | null
  /** URL of the organisation's other store; null if there is none. */
  storeUrl: string | null
}

/** Where metrics are served, apart from the site; null where there are none. */
export interface MetricsSettings {
  host: string
  /** Of the server process. */
  port: number | null
  /** Of `npm run worker`, so that both may run on one machine with the same settings. */
  workerPort: number | null
}

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Null means the embedded database in dataDir. */
  databaseUrl: string | null
  /** The way to the same database that keeps a session, where `databaseUrl` leads to a pooler that does not; null: the same URL. */
  databaseDirectUrl: string | null
  /** Origin without a trailing slash; null if it follows from the port. */
  publicUrl: string | null
  /** Addresses whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  trustedProxies: BlockList
  /** How much memory pages may take that are kept in memory; 0 keeps none. */
  pageCacheBytes: number
  /** Searches with misspelt words that one address may ask for in a minute; a download counts as several. */
  costlyRequests: number
  /** Whether a content delivery network in front may keep pages for a short while. */
  hasCdn: boolean
  /** Newest first. Null: a secret is generated and stored in dataDir. */
  secret: [string, ...string[]] | null
  /** Decided here once, from the settings alone. */
  deployment: DeploymentKind
  /** How long /readyz reports 'not ready' after SIGTERM while requests are still served. */
  drainSeconds: number
  /** Whether the server process runs the jobs itself ('inside') or leaves them to `npm run worker` ('apart'). */
  worker: 'inside' | 'apart'
  /** Null: the demo captures emails and shows them at /dev/mail; elsewhere they wait in the queue. */
  smtpUrl: string | null
  /** Whether emails wait even if there is a mail server: for inspecting a restored backup. */
  holdMail: boolean
  /** The From header of every email. */
  mailFrom: string
  /** The name under which the key of our mail's signatures is published; null where it is not known. */
  dkimSelector: string | null
  /** Keys that encrypt evidence; the first one encrypts, all decrypt. Null: a key is generated and stored in dataDir. */
  evidenceKeys: VaultKey[] | null
  /** How long evidence is kept and how long a verification lasts. */
  verification: VerificationTermDays
  /** The virus scanner for documents; null if there is none. */
  clamdUrl: string | null
  /** Private networks from which feeds may be fetched. */
  feedNetworks: BlockList
  /** URL of an external form that /contact frames instead of our own; null if there is none. */
  contactFormUrl: string | null
  shop: ShopSettings
  metrics: MetricsSettings
  /** URL that is told what fails while email does; null if there is none. */
  alertWebhookUrl: string | null
  /** Where errors are reported, by the protocol of Sentry; null for nowhere. */
  errorReporterDsn: string | null
  logLevel: string
  /** Where backups go, and the public key they are encrypted to; null if none are made. */
  backup: { location: BackupLocation; recipient: string | null } | null
  s3: S3BucketAccess | null
}

type S3Settings = Pick<
  z.infer<typeof schema>,
  'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>

/** Reads where backups are: a folder, or `s3://BUCKET/PREFIX` in the store that the S3 settings name. */
function locateBackups(value: string, s3: S3Settings): BackupLocation {
  const [, bucket, prefix] = s3Url.exec(value) ?? []
  if (!bucket) return { kind: 'folder', folder: value }
  return {
    kind: 's3',
    bucket,
    prefix: prefix ? `${prefix}/` : '',
    region: s3.S3_REGION,
    endpoint: s3.S3_ENDPOINT ?? null,
    accessKeyId: s3.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: s3.S3_SECRET_ACCESS_KEY ?? '',
  }
}

/** Where backups are that a command reads, with the S3 settings. @throws ConfigError */
export function parseBackupLocation(from: string, environment: Record<string, string | undefined>): BackupLocation {
  const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment
  const given = { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, BACKUP_TO: from }
  try {
    const { backup } = parseConfig({ ...given, DEMO: 'true' })
    if (backup) return backup.location
  } catch (error) {
    throw error instanceof ConfigError ? new ConfigError(error.message.replaceAll('BACKUP_TO', '--from')) : error
  }
  throw new ConfigError('--from must be a folder, or s3://BUCKET/PREFIX')
}

/**
 * Reads the settings from environment variables; an empty value counts as not set. `.env.example` explains each.
 * @throws ConfigError naming every setting that cannot be used
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  const { deployment, because } = decideDeploymentKind(given)
  const missing = [...missingFrom(given), ...(deployment === 'production' ? missingInProduction(given, because) : [])]
  if (!parsed.success || missing.length > 0) {
    const unusable = parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []
    throw new ConfigError([...unusable, ...missing].join('\n'))
  }
  const value = parsed.data
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? null,
    publicUrl: value.PUBLIC_URL ?? null,
    trustedProxies: value.TRUSTED_PROXIES ?? new BlockList(),
    pageCacheBytes: value.FINISHED_PAGES_MIB * 2 ** 20,
    costlyRequests: value.COSTLY_REQUESTS,
    hasCdn: value.CDN,
    secret: value.SECRET ?? null,
    deployment,
    drainSeconds: value.DRAIN_SECONDS,
    worker: value.WORKER,
    smtpUrl: value.SMTP_URL ?? null,
    holdMail: value.MAIL === 'hold',
    mailFrom: value.MAIL_FROM,
    dkimSelector: value.DKIM_SELECTOR ?? null,
    evidenceKeys: value.EVIDENCE_KEYS ?? null,
    verification: {
      evidenceDays: value.EVIDENCE_DAYS,
      validDays: value.VERIFICATION_DAYS,
      graceDays: value.VERIFICATION_GRACE_DAYS,
    },
    clamdUrl: value.CLAMD_URL ?? null,
    feedNetworks: value.FEED_NETWORKS ?? new BlockList(),
    contactFormUrl: value.CONTACT_FORM_URL ?? null,
    shop: {
      printful: value.PRINTFUL_TOKEN
        ? { url: value.PRINTFUL_URL, token: value.PRINTFUL_TOKEN, storeId: value.PRINTFUL_STORE_ID ?? null }
        : null,
      stripe:
        value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET
          ? {
              url: value.STRIPE_URL === stripeUrl ? null : value.STRIPE_URL,
              secretKey: value.STRIPE_SECRET_KEY,
              webhookSecret: value.STRIPE_WEBHOOK_SECRET,
              tax: value.STRIPE_TAX,
            }
          : null,
      storeUrl: value.STORE_URL ?? null,
    },
    metrics: {
      host: value.METRICS_HOST,
      port: value.METRICS_PORT ?? null,
      workerPort: value.WORKER_METRICS_PORT ?? null,
    },
    alertWebhookUrl: value.ALERT_WEBHOOK_URL ?? null,
    errorReporterDsn: value.SENTRY_DSN ?? null,
    logLevel: value.LOG_LEVEL,
    backup: value.BACKUP_TO
      ? { location: locateBackups(value.BACKUP_TO, value), recipient: value.BACKUP_RECIPIENT ?? null }
      : null,
    s3:
      value.S3_BUCKET && value.S3_ACCESS_KEY_ID && value.S3_SECRET_ACCESS_KEY
        ? {
            bucket: value.S3_BUCKET,
            region: value.S3_REGION,
            endpoint: value.S3_ENDPOINT ?? null,
            accessKeyId: value.S3_ACCESS_KEY_ID,
            secretAccessKey: value.S3_SECRET_ACCESS_KEY,
          }
        : null,
  }
}
