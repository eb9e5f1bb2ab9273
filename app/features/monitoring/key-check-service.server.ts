import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { doesSecretDecryptTwoFactors } from '#app/features/account/two-factor-service.server.ts'
import { doesVaultDecryptCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { canVaultOpenPartnerCodes } from '#app/features/offers/key-check-service.server.ts'
import { listMissingEvidenceEncryptionKeys } from '#app/features/verification/documents/key-check-service.server.ts'
import { type Config, ConfigError, dataDirKeyFilesBySetting } from '#app/platform/.server/config.ts'
import { checkOrRecordSecret } from '#app/platform/.server/installation.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/**
 * Stops the start when the configured keys cannot decrypt what is stored, before anything is encrypted with them: data encrypted
 * with two sets of keys is hard to sort out later. So does a SECRET that other processes of a PostgreSQL database do not have: what
 * one of them signs the others would refuse. The web process (`decides`) records which it has.
 * @throws ConfigError naming the file with the right key, if the site first ran without the setting
 */
export async function checkConfiguredKeys(
  platform: Pick<Platform, 'db' | 'log' | 'production' | 'secret' | 'vault'>,
  config: Config,
  { decides = false }: { decides?: boolean } = {},
): Promise<void> {
  const missing = await listMissingEvidenceEncryptionKeys(platform)
  if (missing.length > 0) throw new ConfigError(explainEvidenceKeys(missing, config))
  if (!(await doesVaultDecryptCredentialSigningKey(platform))) {
    const problem =
      'EVIDENCE_KEYS lacks a key: the key that signs credentials is stored under one that it does not open. Put the earlier key ' +
      'behind the new one. If it is lost, `npm run admin -- rotate-signing-key` makes another.'
    // Nothing is encrypted with it, so a second process on one's own machine may do without.
    if (platform.production) throw new ConfigError(problem)
    platform.log.warn(problem)
  }
  if (!(await canVaultOpenPartnerCodes(platform))) {
    throw new ConfigError(
      'EVIDENCE_KEYS lacks a key: codes of partners are stored under one that it does not open. Put the earlier key behind the new one. ' +
        'If it is lost, run in psql: DELETE FROM partner_codes; members then get new codes once admins add them.',
    )
  }
  const file = join(config.dataDir, dataDirKeyFilesBySetting.SECRET)
  // If the file is gone, SECRET was changed on purpose.
  if (config.secret && existsSync(file) && !(await doesSecretDecryptTwoFactors(platform))) {
    throw new ConfigError(
      `SECRET does not open the second factors that are stored, which the content of ${file} does: set SECRET to that, or put a comma and that behind the new one. ` +
        'To change it on purpose take the file away; who has a second factor then sets it up again.',
    )
  }
  if (config.databaseUrl && !(await checkOrRecordSecret(platform.db, platform.secret, { decides }))) {
    throw new ConfigError(
      `${config.secret ? 'SECRET' : `the secret in ${file}`} is another than that of the server of this database: give all processes the ` +
        'same SECRET, or, to change it, put a comma and the earlier one behind the new one. If the earlier one is lost or has leaked, ' +
        'run in psql: UPDATE installation SET secret_fingerprints = NULL; all sessions, links and second factors then end.',
    )
  }
}

function explainEvidenceKeys(missing: string[], { dataDir, evidenceKeys }: Config): string {
  const file = join(dataDir, dataDirKeyFilesBySetting.EVIDENCE_KEYS)
  const names = missing.map((name) => `'${name}'`).join(', ')
  const begin = `documents and service numbers are stored under the key ${names}, which`
  if (!evidenceKeys)
    return `${file} must be the file of this site: ${begin} it does not hold. Put back the file it had.`
  const entries = missing.map((name) => `${name}=${name === 'kept' ? `<content of ${file}>` : '<that key>'}`)
  return `EVIDENCE_KEYS lacks a key: ${begin} it does not open. Set EVIDENCE_KEYS=new=...,${entries.join(',')}`
}
