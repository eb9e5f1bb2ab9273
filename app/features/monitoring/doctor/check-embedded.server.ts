import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#app/platform/.server/config.ts'
import { findPrograms, readVersion } from '../../../../scripts/postgres/programs.mjs'
import {
  type DoctorFinding,
  errorReasonOf,
  makeBadDoctorFinding,
  makeGoodDoctorFinding,
  makeWarningDoctorFinding,
} from './finding-model.ts'

/** The newest release of each major version of PostgreSQL that was out when this release of Muster was made: faults of older ones are public. */
const newestMinors: Record<number, number> = { 15: 18, 16: 14, 17: 10, 18: 4 }

/** File systems on which a database is not kept, by their number in statfs. */
const unsafeSystems: Record<number, string> = {
  16914836: 'in memory (tmpfs), and gone with the machine',
  26985: 'of another machine (NFS), on which locks and syncs may not hold',
  4283649346: 'of another machine (CIFS), on which locks and syncs may not hold',
  4266872130: 'of another machine (SMB), on which locks and syncs may not hold',
}

/** Looks at the programs and the folder of the embedded database. It need not run. */
export async function checkEmbeddedDatabase({ dataDir }: Pick<Config, 'dataDir'>): Promise<DoctorFinding[]> {
  const folder = resolve(dataDir)
  const findings: DoctorFinding[] = []
  const bin = findPrograms()
  if (!bin)
    findings.push(
      makeBadDoctorFinding(
        'Database',
        'has no programs of PostgreSQL',
        'Install PostgreSQL from version 15, or set DATABASE_URL.',
      ),
    )
  else {
    try {
      const { major, text } = readVersion(bin)
      findings.push(evaluatePostgresPrograms(bin, text), ...evaluateCluster(folder, major))
    } catch (error) {
      findings.push(
        makeBadDoctorFinding(
          'Database',
          errorReasonOf(error),
          'Set POSTGRES_BIN to programs that do, or set DATABASE_URL.',
        ),
      )
    }
  }
  const { type } = await statfs(folder)
  const kept = unsafeSystems[type]
  if (kept)
    findings.push(
      makeWarningDoctorFinding(
        'Database',
        `is on a file system ${kept}`,
        'Set DATA_DIR to a folder on a disk of this machine.',
      ),
    )
  return findings
}

/** Evaluates the programs of a version such as '18.4'. */
export function evaluatePostgresPrograms(bin: string, version: string): DoctorFinding {
  const found = `is embedded, PostgreSQL ${version} of ${bin}: for trying out, and for small sites`
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const newest = newestMinors[major] ?? 0
  if (minor >= newest) return makeGoodDoctorFinding('Database', found)
  return makeWarningDoctorFinding(
    'Database',
    `is embedded, PostgreSQL ${version} of ${bin}, of which ${major}.${newest} is out`,
    'Update Muster, or the system that the programs are of: faults of older versions are public.',
  )
}

function evaluateCluster(folder: string, major: number): DoctorFinding[] {
  const file = join(folder, 'postgresql', 'PG_VERSION')
  const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : String(major)
  if (written === String(major)) return []
  const advice = `Set POSTGRES_BIN to programs of ${written}, make a backup, and restore it into an empty DATA_DIR.`
  return [
    makeBadDoctorFinding(
      'Database',
      `in ${folder} is of PostgreSQL ${written}, and the programs are of ${major}`,
      advice,
    ),
  ]
}
