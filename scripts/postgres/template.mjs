// Makes the cluster that an image holds for accounts without a name: `node scripts/postgres/template.mjs`. It holds no secret, and everybody may
// read it, as whoever the container runs as copies it.
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chooseAccount, findPrograms, makeCluster, template } from './programs.mjs'

const bin = findPrograms()
if (!bin) throw new Error('There are no programs of PostgreSQL.')
rmSync(template, { recursive: true, force: true })
mkdirSync(dirname(template), { recursive: true })
mkdirSync(template, { mode: 0o700 })
const way = chooseAccount(bin, dirname(template))
way.own(template)
makeCluster(bin, way, template)
chmodSync(template, 0o755)
for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}
