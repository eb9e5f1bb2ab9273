// The process that owns the embedded database of a data folder: `node owner.mjs FOLDER [--move]`. It holds the folder's lock, makes the cluster,
// runs PostgreSQL on it, starts it again where it ended by itself, and ends it with the last process that holds it. Whoever uses the database
// holds a connection to it (app/platform/.server/database/embedded-postgres.ts), which closes with that process however it ends. So the server, the worker
// and commands come and go in any order. What it has to say to whoever started it is one line of JSON on standard output:
// {"busy":true}, {"failed":"..."}, {"moving":"FOLDER OF SOCKETS"} or {"ready":"FOLDER OF SOCKETS"}.
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  chooseAccount,
  endWithParent,
  findPrograms,
  makeCluster,
  ProgramsError,
  readVersion,
  saysFullDisk,
  socketsName,
} from './programs.mjs'

/** SQLite's error code for a file that another connection has locked. */
const sqliteBusy = 5
/** The longest path of a folder in which PostgreSQL's socket fits, in bytes: the system's limit less the name. */
const longestFolder = process.platform === 'darwin' ? 89 : 93
/** How long a first holder may take to come, in milliseconds. */
const graceMs = 20_000
/** The file that gives a full disk room to recover, in bytes, and from how much room it is made. */
const reserveBytes = 64 * 2 ** 20
const roomForReserve = 2 ** 30
/** How large the log may become, in bytes, and how often that and the reserve are looked after, in milliseconds. */
const longestLog = 10 * 2 ** 20
const tendingMs = 60_000
/** File systems that keep nothing, by their number in statfs: tmpfs. */
const tmpfs = 0x01021994
/** What flock answers where another process has the lock, and how long it waits for it, in seconds. */
const flockBusy = 75
const flockPatience = 20

const [given, move] = process.argv.slice(2)
const folder = resolve(given ?? '.')
const paths = {
  cluster: join(folder, 'postgresql'),
  fresh: join(folder, 'postgresql.new'),
  log: join(folder, 'postgresql.log'),
  reserve: join(folder, 'postgresql.reserve'),
  /** Where releases had the database that were without PostgreSQL's programs, and where it is kept once its rows have moved. */
  older: join(folder, 'database'),
  olderAside: join(folder, 'database-before-postgresql'),
  /** The copy that its rows are read from: app/platform/.server/database/older-database.ts. */
  olderCopy: join(folder, 'database.copy'),
}

/** Thrown for what the operator has to know. */
class OwnerError extends Error {}

/** Thrown if the database cannot be opened: whoever asked for it says so, with this reason. */
class DamagedError extends Error {}

/** The connections of those who use the database. */
const holders = new Set()
let state = 'starting'
let postmaster = null
let data = paths.cluster
let sockets = ''
let bin = ''
let major = 0
let way = null
let server = null
/** Which file the lock is on, as another may take its place under that name. */
let lockFile = null

// Ends with its holders, not with a terminal or a service manager that asks all processes to end: they need the database until they have.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
process.stdout.on('error', () => undefined)

let lock = null
try {
  lock = takeLock()
  lockFile = readLockFile()
  if (lock) await begin()
  else say({ busy: true })
} catch (error) {
  const isExplained = error instanceof OwnerError || error instanceof ProgramsError
  await endServer()
  if (sockets) rmSync(join(sockets, 'holders'), { force: true })
  if (lock) rmSync(paths.fresh, { recursive: true, force: true })
  const isDamaged = error instanceof DamagedError
  say({ failed: error.message, code: error.code ?? null, explained: isExplained, damaged: isDamaged })
  process.exit(1)
}

/**
 * An exclusive transaction on an empty SQLite file in the folder, which the system releases even after a kill, and which holds across containers;
 * null if another process has it. Once it is locked nothing else in this process may open that file: POSIX drops a process's locks on a file when
 * it closes any descriptor of it.
 */
function takeLock() {
  const path = join(folder, 'lock')
  // SQLite would let every account read it, and whoever reads it can keep others from locking it.
  const made = openOwn(path)
  // One of an earlier release. In the folder of another account it may have been anything.
  if (!isOthersFolder() && fstatSync(made).uid === process.getuid()) fchmodSync(made, 0o600)
  closeSync(made)
  const file = new DatabaseSync(path)
  try {
    // Nothing is ever written, so a kill need not leave a journal beside the file.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return file
  } catch (error) {
    file.close()
    if (error.errcode === sqliteBusy) return null
    throw error
  }
}

/** The number of the file under the lock's name; null if there is none. It is not opened: see above. */
function readLockFile() {
  const { dev, ino } = statSync(join(folder, 'lock'), { throwIfNoEntry: false }) ?? {}
  return ino === undefined ? null : `${dev} ${ino}`
}

async function begin() {
  bin = findPrograms() ?? ''
  if (!bin) throw new OwnerError(describeMissingPrograms())
  ;({ major } = readVersion(bin))
  const isOlder = existsSync(join(paths.older, 'PG_VERSION'))
  const isThere = existsSync(paths.cluster)
  if (!isThere && isOlder && move !== '--move') {
    throw new OwnerError(
      `The database in ${folder} is one of a release before PostgreSQL came with Muster. Run "npm start" once: it moves every row.`,
    )
  }
  if (isThere) requireWholeCluster()
  else if (existsSync(paths.older) && !isOlder) requireNeverUsed()
  clearProbes()
  way = chooseAccount(bin, folder, isThere ? paths.cluster : null)
  if (!isThere) await makeFresh()
  // A move was cut off once all had arrived.
  if (isThere && (isOlder || (existsSync(paths.olderAside) && !existsSync(paths.older)))) setOlderAside()
  data = isThere ? paths.cluster : paths.fresh
  if (!isThere && !isOlder) commitCluster()
  server = createServer(welcome)
  await start()
  if (isThere || !isOlder) announce()
  else {
    state = 'moving'
    say({ moving: sockets })
  }
  setTimeout(() => holders.size === 0 && void end(), graceMs).unref()
  keepReserve()
  setInterval(tend, tendingMs).unref()
}

function describeMissingPrograms() {
  if (process.env.POSTGRES_BIN)
    return `There are no programs of PostgreSQL in POSTGRES_BIN, ${process.env.POSTGRES_BIN}.`
  const where = `${process.platform} on ${process.arch}`
  if (process.platform === 'win32')
    return 'PostgreSQL does not come with Muster on Windows. Run Muster within WSL, or set DATABASE_URL.'
  return `PostgreSQL does not come with Muster for ${where}, and this system has none from version 15. Install it, or set DATABASE_URL.`
}

/** @throws OwnerError if what is in the folder is not a whole cluster of this major version */
function requireWholeCluster() {
  let written = ''
  try {
    written = readFileSync(join(paths.cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if (error.code !== 'EACCES') throw new DamagedError('the file PG_VERSION is missing')
    // Root that may not read it may not run it either: choosing the account says why.
    if (process.getuid() === 0) return
    throw new DamagedError('it belongs to another user')
  }
  if (written === String(major)) return
  throw new OwnerError(
    `The database in ${folder} is of PostgreSQL ${written}, and the programs in ${bin} are of ${major}. Start the release of Muster ` +
      `that it ran with, or set POSTGRES_BIN to programs of ${written}; make a backup with it, and restore that into an empty DATA_DIR.`,
  )
}

/** @throws OwnerError if there was a database, which is not there any more */
function requireNeverUsed() {
  const isAside = !lstatSync(paths.older).isDirectory()
  if (isAside) throw new DamagedError('the folder postgresql is missing')
  const isInUse = existsSync(join(folder, 'secret')) || existsSync(join(folder, 'files'))
  if (isInUse && readdirSync(paths.older).length > 0) throw new DamagedError('the file PG_VERSION is missing')
}

/** Makes a cluster under another name: one that was cut off half way starts and serves, without its catalogs. */
async function makeFresh() {
  if (existsSync(paths.fresh)) await clearStale(paths.fresh)
  rmSync(paths.fresh, { recursive: true, force: true })
  mkdirSync(paths.fresh, { mode: 0o700 })
  way.own(paths.fresh)
  makeCluster(bin, way, paths.fresh)
}

/** Gives the new cluster its name, once it is on the disk. */
function commitCluster() {
  syncFolder(folder)
  renameSync(paths.fresh, paths.cluster)
  syncFolder(folder)
  data = paths.cluster
}

/** What older releases would start is moved away, so that none of them begins an empty database beside this one. */
function setOlderAside() {
  rmSync(paths.olderCopy, { recursive: true, force: true })
  let aside = paths.olderAside
  // One that was moved before is kept too.
  for (let number = 2; existsSync(aside); number += 1) aside = `${paths.olderAside}-${number}`
  if (existsSync(paths.older) && lstatSync(paths.older).isDirectory()) renameSync(paths.older, aside)
  else aside = paths.olderAside
  writeFileSync(paths.older, `The database is in the folder postgresql. What was here is in ${basename(aside)}.\n`)
  syncFolder(folder)
}

function syncFolder(path) {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Settings of PostgreSQL as arguments. It listens on its socket alone, and needs little memory and nothing of the system. */
function settingsOf(more) {
  const settings = {
    ...more,
    dynamic_shared_memory_type: 'mmap',
    shared_buffers: '64MB',
    huge_pages: 'off',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // What a statement that fails holds may be about people.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // Without the statement that a process worked at when it was killed.
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // Otherwise three more processes.
    ...(major >= 18 ? { io_method: 'sync' } : {}),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Starts PostgreSQL, and resolves when it takes connections. @throws if it ends first */
async function start() {
  await clearStale(data)
  sockets = placeSockets()
  // As the other file: its number may be another process's, or that of the folder this one was copied from.
  for (const name of ['.s.PGSQL.5432.lock', '.s.PGSQL.5432']) rmSync(join(sockets, name), { force: true })
  if (!server.listening) await listen()
  const log = openOwn(paths.log)
  const from = shortenLog(log)
  const more = {
    listen_addresses: '',
    // A list, in which a name with a comma has to be quoted.
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  const args = ['-D', data, ...settingsOf(more)]
  // In a group of its own, so that Ctrl+C does not reach it. It ends when this process is killed, where the system can say so.
  const [program, ...rest] = [...lockCluster(), ...endWithParent('INT'), join(bin, 'postgres'), ...args]
  const child = way.spawn(program, rest, { stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  postmaster = child
  let failure = null
  child.once('error', (error) => {
    failure = error
  })
  child.once('exit', () => {
    if (postmaster !== child) return
    if (state === 'ready') void startAgain()
    // What had arrived is of no use: the move begins anew.
    if (state === 'moving') void end()
  })
  while (!isReady()) {
    if (child.exitCode === flockBusy) throw new OwnerError(stillInUse())
    if (failure || child.exitCode !== null || child.signalCode !== null) throw explainEnd(from, failure)
    await sleep(20)
  }
}

/** Whether root works in the folder of another account, who may put links there to have root change what is elsewhere. */
function isOthersFolder() {
  return process.getuid() === 0 && statSync(folder).uid !== 0
}

/** Opens a file of the folder, or makes it; but none that is a link, or has a second name where that may be another account's trap. */
function openOwn(path) {
  const append = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW
  const linked = new OwnerError(`${path} is a link, which Muster does not follow. Remove it.`)
  let opened
  try {
    opened = openSync(path, append, 0o600)
  } catch (error) {
    throw error.code === 'ELOOP' ? linked : error
  }
  if (!isOthersFolder()) return opened
  // By the name, and now: a second one that was there when it was opened may be gone.
  const [{ dev, ino }, named] = [fstatSync(opened), lstatSync(path)]
  if (named.dev === dev && named.ino === ino && named.nlink === 1) return opened
  closeSync(opened)
  throw linked
}

/**
 * Moves the end of a log that has become too long aside, and returns how long it is now. The file stays the same, as PostgreSQL goes on
 * appending to it.
 */
function shortenLog(log) {
  const { size } = fstatSync(log)
  if (size <= longestLog) return size
  const end = Buffer.alloc(longestLog)
  readSync(log, end, 0, longestLog, size - longestLog)
  const aside = `${paths.log}.1`
  rmSync(aside, { force: true })
  try {
    writeFileSync(aside, end, { mode: 0o600, flag: 'wx' })
  } catch {
    // The disk is full, and what matters is that there is room again.
  }
  ftruncateSync(log)
  return 0
}

/** While PostgreSQL runs, which may be for months. */
function tend() {
  if (state !== 'ready') return
  try {
    keepReserve()
    const log = openOwn(paths.log)
    shortenLog(log)
    closeSync(log)
  } catch {
    // Tried again; nobody is there to be told.
  }
}

/**
 * A lock on the cluster that PostgreSQL's own processes have, each as long as it lives: this process's lock ends with a kill, but they may go on
 * for a while, and in another container they are not seen.
 */
function lockCluster() {
  const flock = '/usr/bin/flock'
  return existsSync(flock)
    ? [flock, '--no-fork', '--wait', String(flockPatience), '--conflict-exit-code', String(flockBusy), data]
    : []
}

function stillInUse() {
  return (
    `PostgreSQL still works in ${folder} for a Muster process that has ended, perhaps in another container. ` +
    'Wait until it has ended, or end it, then start Muster again.'
  )
}

/** Whether the postmaster says in its file that it takes connections. */
function isReady() {
  return readStatus()[7]?.trim() === 'ready'
}

/** The lines of postmaster.pid; none if there is no such file. */
function readStatus() {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** What PostgreSQL said before it ended. */
function explainEnd(from, failure) {
  if (failure) return failure
  const said = existsSync(paths.log) ? readFileSync(paths.log, 'utf8').slice(from) : ''
  const lines = said.split('\n').filter((line) => /\b(FATAL|PANIC):/.test(line))
  const reason = (lines.at(0) ?? said.trim().split('\n').at(-1) ?? '').replace(/^.*?\b(FATAL|PANIC):\s*/, '')
  if (saysFullDisk(said)) return Object.assign(new Error(reason), { code: 'ENOSPC' })
  return new DamagedError(reason || 'PostgreSQL ended without a word')
}

/**
 * Ends what a killed owner left: this process has the lock, so whatever works in the folder of the cluster works for nobody. Its file goes, as its
 * number may be another program's by now.
 */
async function clearStale(path) {
  for (const signal of ['SIGINT', 'SIGKILL']) {
    const left = findProcessesIn(path)
    for (const pid of left) signalProcess(pid, signal)
    for (let waited = 0; findProcessesIn(path).length > 0 && waited < 10_000; waited += 50) await sleep(50)
  }
  rmSync(join(path, 'postmaster.pid'), { force: true })
}

/**
 * PostgreSQL's processes whose working directory this is, where the system tells, or was until that was deleted: when they end they would remove
 * the sockets of whoever works under the same name now.
 */
function findProcessesIn(path) {
  if (!existsSync('/proc/self/cwd')) return []
  const real = realpathSync(path)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        const isHere = cwd === real || cwd === `${real} (deleted)`
        // Not the shell of somebody who looks around.
        return isHere && readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres')
      } catch {
        return false
      }
    })
    .map(Number)
}

function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended meanwhile.
  }
}

/** Removes the folders of owners that were killed while they chose an account. Only who has the lock makes them here. */
function clearProbes() {
  for (const name of readdirSync(folder).filter((name) => /^probe-\d+$/.test(name))) {
    try {
      // Nothing else is in them, so that nothing else is ever removed.
      rmSync(join(folder, name, 'made'), { force: true })
      rmdirSync(join(folder, name))
    } catch {
      // It is another account's, or something else has its name.
    }
  }
}

/** The folder of the sockets: the cluster's, or where its path is too long for one a private folder, always the same for this cluster. */
function placeSockets() {
  if (Buffer.byteLength(data) <= longestFolder) return data
  const name = socketsName(folder)
  // Not the temporary folder where there is another: a service manager may give each service one of its own.
  for (const base of ['/dev/shm', tmpdir()]) {
    const place = join(base, name)
    try {
      if (!existsSync(place)) {
        mkdirSync(place, { mode: 0o700 })
        way.own(place)
      }
      const { uid, mode } = lstatSync(place)
      const own = way.owner?.uid ?? process.getuid()
      if (uid === own && (mode & 0o077) === 0) return place
    } catch {
      // Not on this system, or not to be written to.
    }
  }
  throw new OwnerError(
    `The path of ${data} is too long for a socket, and there is no other place. Set DATA_DIR to a shorter one.`,
  )
}

async function listen() {
  const path = join(sockets, 'holders')
  rmSync(path, { recursive: true, force: true })
  await new Promise((fulfil, reject) => {
    server.once('error', reject)
    server.listen(path, fulfil)
  })
  chmodSync(path, 0o600)
}

/** Takes a holder, and says when the database takes connections. */
function welcome(socket) {
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  if (state === 'ending') return socket.destroy()
  holders.add(socket)
  if (state === 'ready') socket.write('ready\n')
  socket.on('data', (said) => {
    if (said.includes('moved') && state === 'moving') void finishMove()
    // Whoever leaves last waits until the database has ended.
    if (!said.includes('leave')) return
    holders.delete(socket)
    if (holders.size > 0) socket.end()
    else void end()
  })
  socket.on('close', () => {
    holders.delete(socket)
    if (holders.size === 0) void end()
  })
}

/** Tells whoever waits that the database takes connections. */
function announce() {
  state = 'ready'
  say({ ready: sockets })
  for (const socket of holders) socket.write('ready\n')
}

/** Every row has moved into the new cluster: it takes its place, and what was there before is set aside. */
async function finishMove() {
  state = 'starting'
  await endServer()
  server.close()
  commitCluster()
  setOlderAside()
  const old = server
  server = createServer(welcome)
  try {
    await start()
  } catch {
    // The rows are safe: whoever starts next finds the cluster, and hears why it does not start.
    state = 'ending'
    for (const socket of holders) socket.destroy()
    process.exit(1)
  }
  old.removeAllListeners()
  announce()
}

/** PostgreSQL ended by itself: killed, or because the disk is full. It is started again until it stays. */
async function startAgain() {
  state = 'down'
  for (let pause = 200; state === 'down'; pause = Math.min(pause * 2, 5_000)) {
    await sleep(pause)
    if (state !== 'down') return
    // The folder was deleted, and another process may have a new one under its name by now.
    if (readLockFile() !== lockFile) process.exit(1)
    try {
      // A full log is what it cannot start with: this gives it room to write the state down.
      if (freeBytes() < reserveBytes / 2) rmSync(paths.reserve, { force: true })
      await start()
      if (state === 'down') announce()
      keepReserve()
    } catch {
      // Tried again, as whoever makes room does not start it.
    }
  }
}

/** What is free on the disk, in bytes. */
function freeBytes() {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Keeps a file that can be deleted to make room, once there is much; not where nothing is on a disk. */
function keepReserve() {
  if (existsSync(paths.reserve) || statfsSync(folder).type === tmpfs || freeBytes() < roomForReserve) return
  try {
    writeFileSync(paths.reserve, Buffer.alloc(reserveBytes), { mode: 0o600, flag: 'wx' })
  } catch {
    rmSync(paths.reserve, { force: true })
  }
}

/** Ends PostgreSQL and then this process, and with it the connection of whoever left last. */
async function end() {
  if (state === 'ending' || state === 'starting') {
    if (state === 'starting') setTimeout(() => holders.size === 0 && void end(), 200)
    return
  }
  state = 'ending'
  server.close()
  rmSync(join(sockets, 'holders'), { force: true })
  await endServer()
  if (sockets !== data) rmSync(sockets, { recursive: true, force: true })
  // Of a move that was not finished.
  rmSync(paths.fresh, { recursive: true, force: true })
  lock.close()
  process.exit(0)
}

/** Ends PostgreSQL, open transactions are rolled back. */
async function endServer() {
  const child = postmaster
  postmaster = null
  // Without a number it never started.
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((fulfil) => child.once('exit', fulfil))
  signalProcess(child.pid, 'SIGINT')
  await ended
}
