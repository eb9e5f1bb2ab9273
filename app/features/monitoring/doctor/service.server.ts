import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, dataDirKeyFilesBySetting, parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openPlatform, parseSecretsOfDataFolderFile } from '#app/platform/.server/platform.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { checkConfiguredKeys } from '../key-check-service.server.ts'
import { checkLastBackupTime } from './check-backups.server.ts'
import { checkDatabase, checkDatabaseConnectionModes, databaseLacksMigrations } from './check-database.server.ts'
import { checkEmbeddedDatabase } from './check-embedded.server.ts'
import { checkDiskSpace, checkFileStore } from './check-machine.server.ts'
import { checkMailDomain, checkMailServer, checkReceivedMailSignature, sendTestMail } from './check-mail.server.ts'
import { checkProxy } from './check-proxy.server.ts'
import {
  type DoctorFinding,
  errorReasonOf,
  makeBadDoctorFinding,
  makeGoodDoctorFinding,
  makeUnknownDoctorFinding,
  makeWarningDoctorFinding,
} from './finding-model.ts'

export interface DoctorOptions {
  mailTo: string | null
  received: string | null
  dns: string | null
}

/** Settings of earlier releases. */
const noLongerRead = [
  'BOUNCE_FROM',
  'BOUNCE_IMAP_URL',
  'DATABASE_REPLICA_URLS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'REPLICA_LAG_SECONDS',
  'WEB_PROCESSES',
]

/** Names the settings of earlier releases that are still there. */
export function checkForObsoleteSettings(environment: Record<string, string | undefined>): DoctorFinding[] {
  const unread = noLongerRead.filter((name) => environment[name])
  if (unread.length === 0) return []
  const found = `have ${new Intl.ListFormat('en-GB').format(unread)}, which nothing reads any more`
  return [makeWarningDoctorFinding('Settings', found, 'Take them out: docs/decisions/0072 says what serves now.')]
}

/** Looks at everything a site needs, or at the one thing that the options name. */
export async function runDoctorChecks(
  environment: Record<string, string | undefined>,
  { mailTo, received, dns }: DoctorOptions,
): Promise<DoctorFinding[]> {
  let config: Config
  try {
    config = parseConfig(environment)
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .map((line) => makeBadDoctorFinding('Settings', line, 'See .env.example.'))
  }
  const { mailFrom, databaseUrl, databaseDirectUrl, publicUrl } = config
  if (received !== null) {
    if (!existsSync(received))
      return [
        makeBadDoctorFinding(
          'Source',
          `there is no file ${received}`,
          'Save the source of the email you received, and name that file.',
        ),
      ]
    return checkReceivedMailSignature(readFileSync(received, 'utf8'), { mailFrom, dnsServer: dns })
  }
  if (mailTo !== null) return [await sendTestMail(config, mailTo)]
  const findings: DoctorFinding[] = [makeGoodDoctorFinding('Settings', `are complete for ${config.deployment}`)]
  findings.push(...checkForObsoleteSettings(environment))
  findings.push(await checkDiskSpace(config), await checkFileStore(config))
  if (databaseUrl) {
    const directUrl = databaseDirectUrl ?? databaseUrl
    const ofDatabase = await checkDatabase(directUrl)
    const canAsk = ofDatabase.every(({ state }) => state !== 'bad')
    if (canAsk) ofDatabase.push(await checkDatabaseConnectionModes({ databaseUrl, databaseDirectUrl }))
    findings.push(...ofDatabase)
    if (ofDatabase.every(({ state }) => state !== 'bad')) findings.push(await checkStoredKeys(config, directUrl))
  } else findings.push(...(await checkEmbeddedDatabase(config)))
  findings.push(await checkLastBackupTime(config), await checkMailServer(config))
  if (config.smtpUrl) {
    findings.push(...(await checkMailDomain(mailFrom, { dkimSelector: config.dkimSelector, dnsServer: dns })))
  }
  const secrets = config.secret ?? readKept(config)
  findings.push(
    ...(publicUrl && secrets
      ? await checkProxy({ publicUrl, secret: new SigningSecret(...secrets), trustedProxies: config.trustedProxies })
      : [makeUnknownDoctorFinding('Proxy', 'was not looked at', 'Set PUBLIC_URL and SECRET.')]),
  )
  return findings
}

function readKept({ dataDir }: Config): [string, ...string[]] | null {
  const file = join(dataDir, dataDirKeyFilesBySetting.SECRET)
  return existsSync(file) ? parseSecretsOfDataFolderFile(readFileSync(file, 'utf8')) : null
}

/** Opens what is stored with the keys of the settings. A database that lacks migrations is left alone. */
async function checkStoredKeys(config: Config, url: string): Promise<DoctorFinding> {
  const about = 'Keys'
  try {
    if (await databaseLacksMigrations(url))
      return makeUnknownDoctorFinding(
        about,
        'were not tried, as the next start changes the database first',
        'Start Muster, then ask again.',
      )
    const { platform, close } = await openPlatform(config, createLog('silent'))
    try {
      await checkConfiguredKeys(platform, config)
      return makeGoodDoctorFinding(about, 'open what is stored')
    } finally {
      await close()
    }
  } catch (error) {
    return makeBadDoctorFinding(about, errorReasonOf(error), 'Put back the keys that this database was written with.')
  }
}
