import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asRootSentence, findPrograms, socketsName } from '../../../../scripts/postgres/programs.mjs'
import { StartError } from '../start-errors.ts'
import { DataFolderInUseError, type EmbeddedDatabase, startOrJoinEmbeddedDatabase } from './embedded-postgres.ts'

let top: string
/** A cluster that was ended well, which most tests copy: making one takes a second. */
let made: string
const holds: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  top = realpathSync(await mkdtemp(join(tmpdir(), 'muster-embedded-')))
  // PostgreSQL may run as another user than root.
  chmodSync(top, 0o711)
  made = join(top, 'made')
  const database = await startOrJoinEmbeddedDatabase(made)
  await ask(database.url, 'CREATE TABLE lines (id integer PRIMARY KEY)')
  await database.leave()
})
afterAll(() => rm(top, { recursive: true, force: true }))

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(holds.splice(0).map((hold) => hold.leave()))
})

let count = 0
/** A new data folder with the cluster. */
function copyFolder(name = `copy-${++count}`): string {
  const folder = join(top, name)
  mkdirSync(folder)
  execFileSync('cp', ['-a', join(made, 'postgresql'), folder])
  return folder
}

async function holdFolder(folder: string): Promise<EmbeddedDatabase> {
  const hold = await startOrJoinEmbeddedDatabase(folder)
  holds.push(hold)
  return hold
}

async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows as Row[])
    .finally(() => client.end().catch(() => undefined))
}

/** Another process that holds the folder's database, and writes numbered lines, telling each that is acknowledged. */
async function holdElsewhere(folder: string, wrap: string[] = []) {
  const script = `
    const { startOrJoinEmbeddedDatabase } = await import(${JSON.stringify(pathToFileURL(resolve('app/platform/.server/database/embedded-postgres.ts')).href)})
    const hold = await startOrJoinEmbeddedDatabase(${JSON.stringify(folder)}).catch((error) => ({ refused: error.message }))
    console.log(JSON.stringify(hold))
    setInterval(() => undefined, 60_000)`
  const [program = '', ...args] = [...wrap, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    said: JSON.parse(said) as { url?: string; refused?: string },
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The number of the postmaster of a folder, or of the process that owns it. */
function findPid(folder: string, what: 'postmaster' | 'owner'): number {
  if (what === 'postmaster')
    return Number(readFileSync(join(folder, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0])
  const line = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    } catch {
      return []
    }
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return Number(pids.find((pid) => line(pid).some((part) => part.endsWith('owner.mjs')) && line(pid).includes(folder)))
}

/** Processes that work in the folder's cluster. */
function findProcesses(folder: string): number[] {
  const cluster = join(folder, 'postgresql')
  const pids = readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      return false
    }
  })
  return pids.map(Number)
}

const countProcesses = (folder: string) => findProcesses(folder).length

async function readRefusal(folder: string): Promise<string> {
  const error = await startOrJoinEmbeddedDatabase(folder, { patienceMs: 0 }).then(
    async (hold) => {
      await hold.leave()
      return null
    },
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

// spec: engine.1
test('several processes use a folder at once, and the database ends with the last of them', async () => {
  const folder = copyFolder()
  const [one, other] = await Promise.all([
    holdFolder(folder),
    startOrJoinEmbeddedDatabase(folder),
    holdElsewhere(folder),
  ])
  await ask(one.url, 'INSERT INTO lines VALUES (1)')
  expect(await ask(other.url, 'SELECT id FROM lines')).toEqual([{ id: 1 }])
  await other.leave()
  expect(await ask(one.url, 'SELECT id FROM lines')).toEqual([{ id: 1 }])
  await one.leave()
  holds.length = 0
  // The third process has it still, until it is killed.
  expect(countProcesses(folder)).toBeGreaterThan(0)
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await expect.poll(() => countProcesses(folder)).toBe(0)
})

// spec: engine.2
test('whoever connects is no superuser, by a socket in a folder that others cannot enter, and there is no other way in', async () => {
  const { url } = await holdFolder(copyFolder())
  const [row] = await ask<Record<string, unknown>>(
    url,
    `SELECT rolsuper, rolcreatedb, rolcreaterole, current_setting('listen_addresses') AS addresses,
       current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums,
       current_setting('unix_socket_permissions') AS permissions
     FROM pg_roles WHERE rolname = current_user`,
  )
  expect(row).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    addresses: '',
    fsync: 'on',
    checksums: 'on',
    permissions: '0700',
  })
})

// spec: engine.3
test.each(['postmaster', 'owner'] as const)(
  'the %s is killed: the database comes back by itself, with all that was acknowledged',
  async (victim) => {
    const folder = copyFolder()
    const { url } = await holdFolder(folder)
    const before = findPid(folder, victim)
    for (let id = 1; id <= 20; id += 1) await ask(url, `INSERT INTO lines VALUES (${id})`)
    process.kill(before, 'SIGKILL')
    await expect
      .poll(() => ask(url, 'SELECT count(*)::int AS count FROM lines').catch(() => null))
      .toEqual([{ count: 20 }])
    await expect.poll(() => findPid(folder, victim)).not.toBe(before)
    await ask(url, 'INSERT INTO lines VALUES (21)')
  },
)

// spec: engine.4
test('both are killed with all who hold it: what they left is ended before the next begins', async () => {
  const folder = copyFolder()
  const other = await holdElsewhere(folder)
  await ask(other.said.url ?? '', 'INSERT INTO lines VALUES (1)')
  const [owner, postmaster] = [findPid(folder, 'owner'), findPid(folder, 'postmaster')]
  // As the system does it that has too little memory: the processes of the database go on for a while without their parents.
  process.kill(postmaster, 'SIGSTOP')
  process.kill(owner, 'SIGKILL')
  await other.kill()
  process.kill(postmaster, 'SIGCONT')
  const { url } = await holdFolder(folder)
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([{ id: 1 }])
})

test.each([
  ['of a process that is another program now', `${process.pid}\n/nowhere\n1\n5432\n/nowhere\n\n  1 1\nready\n`],
  ['that is empty', ''],
])('a file %s keeps no database from starting', async (_what, text) => {
  const folder = copyFolder()
  writeFileSync(join(folder, 'postgresql', 'postmaster.pid'), text)
  const { url } = await holdFolder(folder)
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
})

test('a copy of a folder whose database runs is a database of its own', async () => {
  const folder = copyFolder()
  const { url } = await holdFolder(folder)
  const copied = join(top, 'copied')
  execFileSync('cp', ['-a', folder, copied])
  const copy = await holdFolder(copied)
  await ask(copy.url, 'INSERT INTO lines VALUES (1)')
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
})

test.each([
  ['elsewhere', (folder: string) => join(folder, 'planted'), (folder: string) => folder],
  [
    'in the private folder of a long path, which others may enter',
    (folder: string) => join('/dev/shm', socketsName(folder)),
    (folder: string) => folder.padEnd(120, 'x'),
  ],
])('sockets that somebody has planted %s are not used', async (_what, place, name) => {
  vi.stubEnv('TMPDIR', top)
  const folder = copyFolder(name(`planted-${++count}`))
  const planted = place(folder)
  mkdirSync(planted)
  chmodSync(planted, 0o777)
  const server = createServer((socket) => socket.write('ready\n')).listen(join(planted, 'holders'))
  try {
    writeFileSync(join(folder, 'postgresql', 'postmaster.pid'), `1\n/nowhere\n1\n5432\n${planted}\n\n  1 1\nready\n`)
    const { url } = await holdFolder(folder)
    expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
  } finally {
    server.close()
    rmSync(planted, { recursive: true, force: true })
  }
})

test('a folder that was deleted and made again belongs to whoever made it', async () => {
  const folder = copyFolder('deleted')
  await holdFolder(folder)
  const [owner, postmaster] = [findPid(folder, 'owner'), findPid(folder, 'postmaster')]
  rmSync(folder, { recursive: true })
  copyFolder('deleted')
  const { url } = await holdFolder(folder)
  // Ended before the next began, as it would have taken the sockets with it.
  expect(existsSync(`/proc/${postmaster}`)).toBe(false)
  await expect.poll(() => existsSync(`/proc/${owner}`)).toBe(false)
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
})

test('whoever looks around in the folder of the cluster is left in peace', async () => {
  const folder = copyFolder()
  const visitor = spawn('sleep', ['60'], { cwd: join(folder, 'postgresql') })
  children.push(visitor)
  await once(visitor, 'spawn')
  await holdFolder(folder)
  expect([visitor.exitCode, visitor.signalCode]).toEqual([null, null])
})

test('those who leave at once wait both until it has ended', async () => {
  const folder = copyFolder()
  const both = await Promise.all([startOrJoinEmbeddedDatabase(folder), startOrJoinEmbeddedDatabase(folder)])
  await Promise.all(both.map((hold) => hold.leave()))
  expect(countProcesses(folder)).toBe(0)
})

test('neither secrets nor settings for another PostgreSQL get to it', async () => {
  vi.stubEnv('PGPORT', '6111')
  vi.stubEnv('PGSSLMODE', 'require')
  vi.stubEnv('SESSION_SECRET', 'a-secret-of-muster')
  const folder = copyFolder()
  const { url } = await holdFolder(folder)
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
  expect(readFileSync(`/proc/${findPid(folder, 'postmaster')}/environ`, 'utf8')).not.toContain('a-secret-of-muster')
})

test('its log does not have the statement that a process was killed at', async () => {
  const folder = copyFolder()
  const { url } = await holdFolder(folder)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const ended = client.query("SELECT 'about-a-person', pg_sleep(60)").catch(() => undefined)
  await expect.poll(() => ask(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).toHaveLength(1)
  process.kill(rows[0].pid, 'SIGKILL')
  await ended
  const log = () => readFileSync(join(folder, 'postgresql.log'), 'utf8')
  await expect.poll(log).toContain('was terminated by signal 9')
  await expect.poll(() => ask(url, 'SELECT id FROM lines').catch(() => null)).toEqual([])
  expect(log()).not.toContain('about-a-person')
})

// spec: engine.5
test('a cluster whose making was cut off is made again', async () => {
  const folder = join(top, 'cut-off')
  cpSync(join(made, 'postgresql', 'base', '1'), join(folder, 'postgresql.new', 'base', '1'), { recursive: true })
  const { url } = await holdFolder(folder)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(readdirSync(folder)).not.toContain('postgresql.new')
})

test('a path that is too long for a socket has it elsewhere, where nobody else may enter', async () => {
  const folder = copyFolder('a-folder-whose-name-is-so-long-that-no-socket-fits-into-it-'.padEnd(120, 'x'))
  const { url } = await holdFolder(folder)
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
  const sockets = decodeURIComponent(new URL(url).hostname)
  expect(Buffer.byteLength(sockets)).toBeLessThan(93)
  await holds.pop()?.leave()
  expect(existsSync(sockets)).toBe(false)
})

test('a name of a folder may have any character', async () => {
  const { url } = await holdFolder(copyFolder(`a, b "c" 'd' $e %20 é`))
  expect(await ask(url, 'SELECT id FROM lines')).toEqual([])
})

test('a folder is the same by every path that leads to it', async () => {
  const folder = copyFolder()
  symlinkSync(folder, join(top, 'link'))
  const one = await holdFolder(folder)
  const other = await holdFolder(join(top, 'link'))
  await ask(one.url, 'INSERT INTO lines VALUES (7)')
  expect(await ask(other.url, 'SELECT id FROM lines')).toEqual([{ id: 7 }])
})

const canUnshare = (() => {
  try {
    execFileSync('unshare', ['--pid', '--ipc', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

// spec: engine.6
test.runIf(canUnshare)(
  'a second container on the same folder runs no second server in it, and gets to the first',
  async () => {
    const folder = copyFolder()
    const { url } = await holdFolder(folder)
    await ask(url, 'INSERT INTO lines VALUES (3)')
    const container = await holdElsewhere(folder, [
      'unshare',
      '--pid',
      '--ipc',
      '--fork',
      '--mount-proc',
      '--kill-child',
    ])
    expect(container.said.url).toBe(url)
    expect(await ask(url, 'SELECT id FROM lines')).toEqual([{ id: 3 }])
    const log = readFileSync(join(folder, 'postgresql.log'), 'utf8')
    expect(log.match(/ready to accept connections/g)).toHaveLength(1)
  },
)

test.runIf(canUnshare && existsSync('/usr/bin/flock'))(
  'a database that goes on in another container after its owner was killed has ended before the next begins',
  async () => {
    const folder = copyFolder()
    const container = ['unshare', '--pid', '--ipc', '--fork', '--mount-proc', '--kill-child']
    await holdElsewhere(folder, container)
    const first = children.at(-1)?.pid
    const holder = Number(readFileSync(`/proc/${first}/task/${first}/children`, 'utf8'))
    const url = (await holdElsewhere(folder, container)).said.url ?? ''
    await ask(url, 'INSERT INTO lines VALUES (4)')
    // As on a slow disk; and the first container is not to start it again.
    const slow = findProcesses(folder)
    for (const pid of [holder, ...slow]) process.kill(pid, 'SIGSTOP')
    process.kill(findPid(folder, 'owner'), 'SIGKILL')
    const isWaiting = () =>
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(`75 ${join(folder, 'postgresql')}`)
    await expect.poll(isWaiting).toBe(true)
    for (const pid of slow) process.kill(pid, 'SIGCONT')
    await expect.poll(() => ask(url, 'SELECT id FROM lines').catch(() => null)).toEqual([{ id: 4 }])
    const log = readFileSync(join(folder, 'postgresql.log'), 'utf8')
    expect(log.match(/listening on|is shut down/g)).toEqual(['listening on', 'is shut down', 'listening on'])
  },
)

test('a folder whose owner cannot be reached is refused', async () => {
  const folder = copyFolder()
  const { url } = await holdFolder(folder)
  rmSync(join(decodeURIComponent(new URL(url).hostname), 'holders'))
  expect(await readRefusal(folder)).toBe(
    `Another Muster process is using ${folder}, and its database cannot be reached from here. ` +
      'Stop that process first, or give this one a folder of its own (DATA_DIR), or use PostgreSQL (DATABASE_URL).',
  )
})

const cluster = (folder: string) => join(folder, 'postgresql')

// spec: engine.7
test.each<[what: string, spoil: (folder: string) => void, says: RegExp]>([
  [
    'a cluster of another version',
    (folder) => writeFileSync(join(cluster(folder), 'PG_VERSION'), '19\n'),
    /is of PostgreSQL 19, and the programs in .* are of \d+\. .* POSTGRES_BIN .* restore that into an empty DATA_DIR\.$/,
  ],
  [
    'a cluster without its version',
    (folder) => rmSync(join(cluster(folder), 'PG_VERSION')),
    /cannot be opened \(the file PG_VERSION is missing\)/,
  ],
  [
    'a cluster without its log',
    (folder) => {
      for (const name of readdirSync(join(cluster(folder), 'pg_wal'))) {
        if (/^[\dA-F]{24}$/.test(name)) rmSync(join(cluster(folder), 'pg_wal', name))
      }
    },
    /cannot be opened \(could not locate a valid checkpoint record/,
  ],
  [
    'a cluster of another kind of machine',
    (folder) => {
      const file = join(cluster(folder), 'global', 'pg_control')
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.fill(0x55, 8, 16))
    },
    /cannot be opened \(database files are incompatible with server\)/,
  ],
  [
    'a folder whose cluster is gone',
    (folder) => {
      rmSync(cluster(folder), { recursive: true })
      writeFileSync(join(folder, 'database'), 'The database is in the folder postgresql.')
    },
    /cannot be opened \(the folder postgresql is missing\)/,
  ],
  [
    'a folder of an older release, to a command',
    (folder) => {
      rmSync(cluster(folder), { recursive: true })
      mkdirSync(join(folder, 'database'))
      writeFileSync(join(folder, 'database', 'PG_VERSION'), '18\n')
    },
    /is one of a release before PostgreSQL came with Muster\. Run "npm start" once: it moves every row\.$/,
  ],
])('%s is refused with its reason, and is as it was', async (_what, spoil, says) => {
  const folder = copyFolder()
  spoil(folder)
  const list = () =>
    readdirSync(folder, { recursive: true }).filter((name) => !/lock|postgresql\.log/.test(String(name)))
  const before = list()
  expect(await readRefusal(folder)).toMatch(says)
  expect(list()).toEqual(before)
  expect(countProcesses(folder)).toBe(0)
})

const withoutRights = ['setpriv', '--bounding-set=-all', '--inh-caps=-all']

test.runIf(process.getuid?.() === 0 && spawnSync('setpriv', [...withoutRights.slice(1), 'true']).status === 0)(
  'root that may not read the database of another account is not told that it is damaged',
  async () => {
    const folder = copyFolder()
    const { said } = await holdElsewhere(folder, withoutRights)
    expect(said.refused).toContain(asRootSentence)
  },
)

test('programs of PostgreSQL that are not there, or cannot make a cluster where they are, are named', async () => {
  vi.stubEnv('POSTGRES_BIN', join(top, 'nothing'))
  expect(await readRefusal(copyFolder())).toBe(
    `There are no programs of PostgreSQL in POSTGRES_BIN, ${join(top, 'nothing')}.`,
  )
  const odd = join(top, 'pro$grams')
  symlinkSync(findPrograms({}) ?? '', odd)
  vi.stubEnv('POSTGRES_BIN', odd)
  expect(await readRefusal(join(top, 'odd'))).toBe(
    `PostgreSQL cannot be run from a path with $, " or a backtick: ${odd}.`,
  )
})

test('nothing is written through links, which whoever owns the folder may have made', async () => {
  const folder = copyFolder()
  const elsewhere = join(top, 'elsewhere')
  writeFileSync(elsewhere, 'as it was')
  symlinkSync(elsewhere, join(folder, 'postgresql.reserve'))
  for (const name of ['lock', 'postgresql.log']) {
    symlinkSync(elsewhere, join(folder, name))
    expect(await readRefusal(folder)).toBe(`${join(folder, name)} is a link, which Muster does not follow. Remove it.`)
    rmSync(join(folder, name))
  }
  await holdFolder(folder)
  expect(readFileSync(elsewhere, 'utf8')).toBe('as it was')
})

test.runIf(process.getuid?.() === 0)(
  'root changes nothing by a second name that another account gives it in its folder',
  async () => {
    const folder = copyFolder()
    const owner = statSync(join(folder, 'postgresql')).uid || 65_534
    execFileSync('chown', ['-R', String(owner), folder])
    const elsewhere = join(top, 'linked')
    writeFileSync(elsewhere, Buffer.alloc(11 * 2 ** 20), { mode: 0o644 })
    for (const name of ['lock', 'postgresql.log']) {
      linkSync(elsewhere, join(folder, name))
      expect(await readRefusal(folder)).toBe(
        `${join(folder, name)} is a link, which Muster does not follow. Remove it.`,
      )
      rmSync(join(folder, name))
    }
    const { uid, mode, size } = statSync(elsewhere)
    expect([uid, mode & 0o777, size]).toEqual([0, 0o644, 11 * 2 ** 20])
  },
)

test('no other account can lock the folder, and of owners that were killed nothing is left', async () => {
  const folder = copyFolder()
  // As earlier releases made it.
  writeFileSync(join(folder, 'lock'), '', { mode: 0o644 })
  // In a container the next one often has the same number.
  for (const name of ['probe-1', 'probe-12']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'probe-12', 'made'), '')
  const others = ['probe-7', 'probe-notes', 'probe-1-old']
  for (const name of others) mkdirSync(join(folder, name, 'kept'), { recursive: true })
  await holdFolder(folder)
  const modes = ['lock', 'postgresql.log'].map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
  const probes = readdirSync(folder).filter((name) => name.startsWith('probe-'))
  expect(probes.sort()).toEqual(others.sort())
})

/** An owner for which a minute is a tenth of a second. @param more what else is different in its process */
async function ownQuickly(folder: string, more = ''): Promise<void> {
  const faster = `
    const { setInterval: real } = globalThis
    globalThis.setInterval = (act, ms) => real(act, ms / 600)
    ${more}`
  const args = ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(faster)}`]
  const owner = spawn(process.execPath, [...args, resolve('scripts/postgres/owner.mjs'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string]
  expect(said).toContain('ready')
}

test('the reserve is given up where the database has ended on a full disk', async () => {
  const folder = copyFolder()
  const reserve = join(folder, 'postgresql.reserve')
  writeFileSync(reserve, '')
  await ownQuickly(
    folder,
    `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.statfsSync = () => ({ type: 0, bsize: 4_096, bavail: 0 })
    syncBuiltinESMExports()`,
  )
  const { url } = await holdFolder(folder)
  expect(existsSync(reserve)).toBe(true)
  process.kill(findPid(folder, 'postmaster'), 'SIGKILL')
  await expect.poll(() => ask(url, 'SELECT id FROM lines').catch(() => null)).toEqual([])
  expect(existsSync(reserve)).toBe(false)
})

// spec: engine.13
test('a log that becomes too long while the database runs is begun again, and its end is kept', async () => {
  const folder = copyFolder()
  const log = join(folder, 'postgresql.log')
  await ownQuickly(folder)
  await holdFolder(folder)
  appendFileSync(log, `${'x'.repeat(11 * 2 ** 20)}the end\n`)
  await expect.poll(() => statSync(log).size).toBeLessThan(1_000)
  expect(statSync(`${log}.1`)).toMatchObject({ size: 10 * 2 ** 20, mode: 0o100600 })
  expect(readFileSync(`${log}.1`, 'utf8')).toMatch(/xthe end\n$/)
  process.kill(findPid(folder, 'postmaster'), 'SIGHUP')
  await expect.poll(() => readFileSync(log, 'utf8')).toMatch(/^\d{4}-.* received SIGHUP/)
})

const disk = '/var/tmp'
const hasDisk = (() => {
  const { type, bavail, bsize } = statfsSync(disk)
  return type !== 0x01021994 && bavail * bsize > 2 ** 30
})()

test.runIf(hasDisk)('the reserve is made again while the database runs, once there is room', async () => {
  const folder = mkdtempSync(join(disk, 'muster-embedded-'))
  try {
    chmodSync(folder, 0o711)
    execFileSync('cp', ['-a', join(made, 'postgresql'), folder])
    await ownQuickly(folder)
    const hold = await holdFolder(folder)
    const reserve = join(folder, 'postgresql.reserve')
    const isThere = () => statSync(reserve, { throwIfNoEntry: false })?.size === 64 * 2 ** 20
    await expect.poll(isThere).toBe(true)
    rmSync(reserve)
    await expect.poll(isThere).toBe(true)
    await hold.leave()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('whoever waits for a folder that another process has starts few processes meanwhile', async () => {
  const folder = copyFolder()
  const program = join(top, 'busy.sh')
  const asked = join(top, 'asked')
  writeFileSync(program, `#!/bin/sh\necho x >> ${asked}\necho '{"busy":true}'\n`, { mode: 0o755 })
  const { execPath } = process
  process.execPath = program
  try {
    await expect(startOrJoinEmbeddedDatabase(folder, { patienceMs: 1_200 })).rejects.toThrow(DataFolderInUseError)
  } finally {
    process.execPath = execPath
  }
  // At once, after 0.1, 0.3 and 0.7 seconds, and at the end.
  expect(readFileSync(asked, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(5)
})

// spec: engine.8
test('a terminal or service manager that asks every process to end does not end it under those who hold it', async () => {
  const folder = copyFolder()
  const { url } = await holdFolder(folder)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(findPid(folder, 'owner'), signal)
  await ask(url, 'INSERT INTO lines VALUES (1)')
  // Neither is in the group of this process, which Ctrl+C would reach.
  const groupOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
  expect([groupOf(findPid(folder, 'owner')), groupOf(findPid(folder, 'postmaster'))]).not.toContain(groupOf('self'))
})
