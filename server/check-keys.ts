import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { opensTwoFactors } from '../app/features/account/two-factor-service.server.ts'
import { listMissingKeys } from '../app/features/verification/key-check-service.server.ts'
import { type Config, ConfigError, keptKeyFiles } from '../app/platform/.server/config.ts'
import type { Platform } from '../app/platform/.server/platform.ts'

/**
 * Ends a start whose keys do not open what is stored, before anything is sealed with them: two sets of keys over one store are hard to
 * tell apart later.
 * @throws ConfigError that names the file with the right key, where the site began without the setting
 */
export async function checkKeys(platform: Platform, config: Config): Promise<void> {
  const missing = await listMissingKeys(platform)
  if (missing.length > 0) throw new ConfigError(explainEvidenceKeys(missing, config))
  const file = join(config.dataDir, keptKeyFiles.SECRET)
  // Where the file is gone, SECRET was changed on purpose.
  if (config.secret && existsSync(file) && !(await opensTwoFactors(platform))) {
    throw new ConfigError(
      `SECRET does not open the second factors that are stored, which the content of ${file} does: set SECRET to that. ` +
        'To change it on purpose take the file away; who has a second factor then sets it up afresh.',
    )
  }
}

function explainEvidenceKeys(missing: string[], { dataDir, evidenceKeys }: Config): string {
  const file = join(dataDir, keptKeyFiles.EVIDENCE_KEYS)
  const names = missing.map((name) => `'${name}'`).join(', ')
  const begin = `documents and service numbers are stored under the key ${names}, which`
  if (!evidenceKeys)
    return `${file} must be the file of this site: ${begin} it does not hold. Put back the file it had.`
  const entries = missing.map((name) => `${name}=${name === 'kept' ? `<content of ${file}>` : '<that key>'}`)
  return `EVIDENCE_KEYS lacks a key: ${begin} it does not open. Set EVIDENCE_KEYS=new=...,${entries.join(',')}`
}
