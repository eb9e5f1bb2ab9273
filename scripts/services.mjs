// What the tests need besides npm packages: Chromium, libfaketime, and temporary servers of PostgreSQL and PgBouncer.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount, findAccount, findPrograms, initdbArguments, readVersion } from './postgres/programs.mjs'

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Puts what tests write and throw away into memory, if there are a few GiB to spare and TMPDIR says nothing else: a database for each
 * test file is thousands of files made and deleted, which takes a third of the time on a disk.
 */
export function chooseTemporaryFolder() {
  const ramDisk = '/dev/shm'
  try {
    accessSync(ramDisk, constants.W_OK)
    const { bavail, bsize } = statfsSync(ramDisk)
    if (bavail * bsize >= 4 * 1024 ** 3) process.env.TMPDIR ??= ramDisk
  } catch {
    // Not on every system.
  }
}

/** Path of Chromium; null if there is none. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...chromiumPlaces].find((path) => path && existsSync(path)) ?? null
}

/** Path of Chromium's headless shell, in which tests take half the time; null if there is none. */
export function findHeadlessShell() {
  const shells = [process.env.HEADLESS_SHELL_PATH, '/usr/bin/chromium-headless-shell']
  return shells.find((path) => path && existsSync(path)) ?? null
}

/** Installs Chromium and its headless shell if they are missing; false, with the reason printed, if there is no Chromium afterwards. */
export function installChromium() {
  if (!findChromium()) installDebian('chromium')
  if (!findHeadlessShell()) installDebian('chromium-headless-shell')
  return Boolean(findChromium() ?? explain('Chromium', 'chromium', 'CHROMIUM_PATH to its program'))
}

/** Path of libfaketime, which gives a process another clock than the machine's; null if there is none. */
export function findFaketime() {
  if (!existsSync('/usr/lib')) return null
  const paths = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/faketime/libfaketime.so.1`)
  return paths.find((path) => existsSync(path)) ?? null
}

/** Installs libfaketime if it is missing and this account may. */
export function installFaketime() {
  if (!findFaketime()) installDebian('faketime')
}

/**
 * URL of a PostgreSQL server for the tests, and how to stop it. The one of TEST_DATABASE_URL, or a new one in a temporary
 * folder on a free port; null, with the reason printed, if there is none.
 * @param {{ sharedBuffers?: string }} options the memory that a new server keeps tables in
 */
export async function startPostgres(options) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  return startOwnPostgres(options)
}

/**
 * The same, always a new one, which a test may stop, kill and start again.
 * @param {{ sharedBuffers?: string, settings?: string[], bin?: string }} options more settings of the server, such as
 *   'log_statement=all', and the folder of other programs than those that the product would use
 */
export async function startOwnPostgres({ sharedBuffers = '256MB', settings = [], bin = findPrograms() } = {}) {
  if (!bin) {
    return explain(
      'PostgreSQL 15 or later',
      'postgresql',
      'TEST_DATABASE_URL to a server whose user may create databases',
    )
  }
  const account = chooseAccount(bin, tmpdir())
  const folder = mkdtempSync(join(tmpdir(), 'muster-postgres-'))
  account.own(folder)
  const data = join(folder, 'data')
  const made = account.spawnSync(join(bin, 'initdb'), [
    ...initdbArguments(data, readVersion(bin).major, 'muster'),
    '--no-sync',
  ])
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    console.error(`The temporary PostgreSQL could not be made: ${made.stderr}`)
    return null
  }
  return runServer({ bin, folder, data, account }, [`shared_buffers=${sharedBuffers}`, ...settings])
}

/** Starts the server of a folder; null, with the reason printed, if it does not start. */
async function runServer({ bin, folder, data, account }, more) {
  const port = await freePort()
  // Nothing here has to survive a crash of the machine, so nothing waits for the disk.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'dynamic_shared_memory_type=mmap',
    'unix_socket_directories=',
    ...more,
  ]
  let server = null
  const start = async () => {
    for (let attempt = 0; attempt < 500; attempt += 1) {
      // After a kill, the memory of the one before may be in use for a moment.
      if (server === null || server.exitCode !== null || server.signalCode !== null) {
        server = account.spawn(
          join(bin, 'postgres'),
          ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
          { stdio: 'ignore' },
        )
      }
      if (isReady(join(data, 'postmaster.pid'), server.pid)) return true
      await sleep(20)
    }
    return false
  }
  const end = async (signal) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  if (await start()) {
    return { url: `postgres://muster@127.0.0.1:${port}/postgres`, start, kill: () => end('SIGKILL'), stop }
  }
  await stop()
  console.error('The temporary PostgreSQL did not start.')
  return null
}

/** Whether the server of this process accepts connections, by what it writes about itself: its process first, its state in line 8. */
function isReady(file, pid) {
  if (!existsSync(file)) return false
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

/**
 * Starts PgBouncer before a database, with `deploy/pgbouncer.ini`, on a free port; null, with the reason printed, if there is none.
 * @param {string} databaseUrl
 * @param {{ entries?: Record<string, string>, settings?: Record<string, string> }} options further entries, such as
 *   `{ other: 'pool_mode=statement' }`, which lead to the same database, and settings instead of those of the file
 */
export async function startPgBouncer(databaseUrl, { entries = {}, settings = {} } = {}) {
  const program = installPgBouncer()
  if (!program) return null
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'muster-pgbouncer-'))
  const port = await freePort()
  const server = `host=${hostname} port=${serverPort || 5432} dbname=${pathname.slice(1)}`
  const own = {
    listen_port: String(port),
    unix_socket_dir: folder,
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    ...settings,
  }
  const [databases = '', rest = ''] = readFileSync('deploy/pgbouncer.ini', 'utf8').split(/^(?=\[pgbouncer\])/m)
  const more = Object.entries(entries).map(([name, options]) => `${name} = ${server} ${options}\n`)
  const kept = rest.split('\n').filter((line) => !(/^\w+/.exec(line)?.[0] in own))
  const ini = [
    databases.replace(/^(\w+ = )host=\S+ port=\S+ dbname=\S+/gm, `$1${server}`),
    ...more,
    ...kept.map((line) => `${line}\n`),
    ...Object.entries(own).map(([name, value]) => `${name} = ${value}\n`),
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), ini.join(''))
  writeFileSync(join(folder, 'users'), `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  // It refuses to run as root, as PostgreSQL does.
  const account = findServiceAccount()
  for (const path of account ? [folder, join(folder, 'pgbouncer.ini'), join(folder, 'users')] : [])
    chownSync(path, account.uid, account.gid)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...(account ?? {}),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (bytes) => {
    log += bytes
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt += 1) {
    if (await isOpen(port)) {
      const urlOf = (entry) => {
        const url = new URL(databaseUrl)
        url.host = `127.0.0.1:${port}`
        url.pathname = `/${entry}`
        return url.href
      }
      return { urlOf, pid: child.pid, folder, readLog: () => log, stop }
    }
    await sleep(50)
  }
  await stop()
  console.error(`PgBouncer did not start: ${log}`)
  return null
}

/** Path of PgBouncer, which is installed if it is missing; null, with the reason printed, if there is none afterwards. */
export function installPgBouncer() {
  const find = () => places.map((place) => join(place, 'pgbouncer')).find((path) => existsSync(path))
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  if (!find()) installDebian('pgbouncer')
  return find() ?? explain('PgBouncer', 'pgbouncer', 'PATH so that it has pgbouncer')
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** The account that runs services where this one is root, which they refuse; null if it is not. */
export function findServiceAccount() {
  return process.getuid?.() === 0 ? findAccount() : null
}

/**
 * Installs programs that are missing; false if one is missing afterwards.
 * @param {[program: string, debianName: string][]} programs
 */
export function installPrograms(programs) {
  const isThere = (program) =>
    spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' }).status === 0
  return programs.every(([program, name]) => isThere(program) || (installDebian(name) && isThere(program)))
}

/** Ends a program that this machine cannot carry out with the code by which scripts/test.mjs counts it as not run. */
export function endNotRun(reason) {
  console.error(`Not run: ${reason}`)
  process.exit(notRunCode)
}

/** As in other test programs. */
export const notRunCode = 77

/** Installs a Debian package if this account may; false if not. */
export function installDebian(name) {
  const root = process.getuid?.() === 0
  const become = root ? [] : ['sudo', '-n']
  const may =
    existsSync('/usr/bin/apt-get') && (root || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0)
  if (!may) return false
  console.log(`Installing ${name}...`)
  const apt = (...args) => {
    const [command, ...rest] = [...become, 'apt-get', '-qq', ...args]
    return (
      spawnSync(command, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    )
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', name)
}

function explain(what, debianName, setting) {
  console.error(
    `The tests need ${what}, which is not on this machine and could not be installed. Install it (Debian: apt-get install ${debianName}), or set ${setting}.`,
  )
  return null
}

/** A free port. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
