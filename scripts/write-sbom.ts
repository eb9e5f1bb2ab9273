// npm run sbom: writes the bill of materials in CycloneDX to standard output: every package of npm, and what the packages of PostgreSQL's programs hold,
// which npm knows nothing of (scripts/postgres/LICENCES.txt).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

interface Component {
  type: 'library' | 'application'
  name: string
  version: string
  purl: string
  licenses: { license: { name: string } }[]
}

/** The headings of the licence texts: `== NAME VERSION (LICENCE)`. */
const heading = /^== (\S+) (\S+)(?: \((.+)\))?$/gm

/** What PostgreSQL's programs are and are linked with. */
function listProgramParts(text = readFileSync('scripts/postgres/LICENCES.txt', 'utf8')): Component[] {
  return [...text.matchAll(heading)].map(([, name = '', version = '', licence = 'Public domain']) => ({
    type: name === 'PostgreSQL' ? 'application' : 'library',
    name,
    version,
    purl: `pkg:generic/${name.toLowerCase()}@${version}`,
    licenses: [{ license: { name: licence } }],
  }))
}

if (import.meta.main) {
  // Where NODE_ENV is production, npm leaves out packages that development uses, too.
  const options = ['sbom', '--include=dev', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const written = execFileSync('npm', options, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const bill = JSON.parse(written) as { components: unknown[] }
  console.log(JSON.stringify({ ...bill, components: [...bill.components, ...listProgramParts()] }, null, 2))
}
