// npm run test:install
// Carries out the steps of deploy/Containerfile in a Debian of its own (debootstrap, chroot), and starts what comes of it as
// deploy/compose.yaml does: as a user without rights, on a file system that it only reads. Needs root, and says so where it cannot run.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { endNotRun, installPrograms, startPostgres } from '../../scripts/services.mjs'
import { createDatabase } from '../e2e/support/databases.ts'
import { freePort } from '../e2e/support/servers.ts'
import { startMailServer } from '../vendors/mail-server.ts'
import { Checks } from './checks.ts'
import { becoming, buildImage, type Image, ownNamespaces, withEnvironment } from './image.ts'

/** Megabytes that the product may take in the image, with what it needs: about 100 are PostgreSQL's programs and an empty database. */
const mostMegabytes = 480
interface Service {
  command?: string[]
  tmpfs: string[]
  stop_grace_period: string
}
const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
  services: { web: Service; worker: Service }
}

/** A container that runs: a process with mounts and processes of its own. */
interface Container {
  output: string[]
  /** Runs a program in it, as its own user; gives how it ended, and what it said. */
  run: (program: string[], settings?: Record<string, string>) => Promise<{ status: number | null; said: string }>
  /** A line of what the system says of its first process. */
  getStatus: (name: string) => string
  hasEnded: () => boolean
  /** Ends it as `docker stop` does; the code with which it ended, null if it had to be killed. */
  stop: (seconds: number) => Promise<number | null>
  kill: () => void
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  endNotRun('The install test needs Linux and root, for the chroot in which the image is built.')
}
if (!installPrograms([['debootstrap', 'debootstrap']])) {
  endNotRun('The install test needs debootstrap, which is not on this machine and could not be installed.')
}

// Not in memory, where TMPDIR may be: device files are needed in it.
const folder = mkdtempSync('/var/tmp/muster-install-')
chmodSync(folder, 0o755)
const containers: Container[] = []
const checks = new Checks()
const postgres = await startPostgres()
if (!postgres) process.exit(1)
process.env.TEST_DATABASE_URL = postgres.url
const database = await createDatabase()
const mailServer = await startMailServer()
try {
  checks.part('Building')
  const image = buildImage('deploy/Containerfile', resolve('.'), folder)
  const megabytes = measure(join(image.root, image.workingDirectory))
  checks.part(`Starting what was built: ${image.workingDirectory} takes ${megabytes} MB`)
  checks.check(`the product takes ${mostMegabytes} MB at most`, megabytes <= mostMegabytes)
  await use(image)
} finally {
  for (const container of containers) container.kill()
  await mailServer.stop()
  await database.drop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = checks.end()

/** Starts the web process and a worker as the compose file does, and asks them. */
async function use(image: Image): Promise<void> {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  const settings = {
    DATABASE_URL: database.url,
    PORT: String(port),
    // Not to the world, as the network of the container is that of this machine here.
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://muster.example',
    TRUSTED_PROXIES: '10.89.0.0/24',
    SECRET: 'a secret for the install test alone, 32 characters',
    EVIDENCE_KEYS: `2026=${Buffer.alloc(32, 7).toString('base64')}`,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Muster <no-reply@muster.example>',
    WORKER: 'apart',
    BACKUP_TO: '/data/backups',
    BACKUP_RECIPIENT: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  }
  const volumes = image.volumes.map((path, index) => {
    const { uid, gid, mode } = statSync(join(image.root, path))
    const source = join(folder, `volume-${index}`)
    mkdirSync(source)
    chmodSync(source, mode)
    chownSync(source, uid, gid)
    return { source, path }
  })
  const open = (service: Service) => {
    const container = start({ ...image, command: service.command ?? image.command }, service, settings, volumes)
    containers.push(container)
    return container
  }
  const web = open(services.web)
  const isHealthy = async (environment?: Record<string, string>) =>
    (await web.run(image.healthCheck, environment)).status === 0
  await checks.until(
    'the health check says that it is healthy',
    async () => web.hasEnded() || (await isHealthy()),
    () => web.output.join(''),
  )
  checks.check('it goes on running', !web.hasEnded(), web.output.join(''))
  checks.check('the health check says so of nothing else', !(await isHealthy({ PORT: String(await freePort()) })))

  const ids = web.getStatus('Uid').split(/\s+/)
  checks.check('it runs as a user without rights', ids.length === 4 && !ids.includes('0'), ids.join(' '))
  checks.check('it has no capability', /^0+$/.test(web.getStatus('CapEff')) && web.getStatus('NoNewPrivs') === '1')
  for (const path of ['/', '/etc', image.workingDirectory, join(image.workingDirectory, 'build')]) {
    const { status, said } = await web.run(['touch', join(path, 'a-file')])
    checks.check(`it cannot write to ${path}`, status !== 0 && said.includes('Read-only file system'), said)
  }
  for (const path of [...image.volumes, '/tmp']) {
    const { status, said } = await web.run(['touch', join(path, 'a-file')])
    checks.check(`it can write to ${path}`, status === 0, said)
  }

  const worker = open(services.worker)
  await checks.until(
    '/workerz says that a worker is heard',
    async () => (await get(`${site}/workerz`)).includes('working'),
    () => worker.output.join(''),
  )
  checks.check('/readyz says that nothing is degraded', (await get(`${site}/readyz`)).trim() === 'ready')
  const home = await get(`${site}/`)
  const paths = [...home.matchAll(/"(?:https:\/\/muster\.example)?(\/[\w./-]+\.(?:css|js|png|woff2))(?=["?#])/g)]
  for (const path of new Set(paths.map(([, path = '']) => path))) {
    const { status } = await fetch(site + path)
    if (status !== 200) checks.check(`${path} is there`, false, `answered ${status}`)
  }
  const kinds = new Set(paths.map(([, path = '']) => path.split('.').at(-1)))
  checks.check(`what the page refers to is there: ${[...kinds].join(', ')}`, kinds.size === 4)

  const command = async (words: string[], expected: number, wanted: string) => {
    const { status, said } = await web.run(['node', ...words])
    checks.check(`node ${words.join(' ')} says '${wanted}'`, status === expected && said.includes(wanted), said)
  }
  await command(['commands/admin.ts', 'grant', 'nobody@muster.example', '--role', 'admin'], 1, 'There is no member')
  await command(['commands/jobs.ts', 'list'], 0, '0 jobs failed')
  await command(['commands/backup.ts'], 0, 'was made')
  await command(['commands/verify-backup.ts', '--from', '/data/backups'], 1, '--identity FILE')
  // The name of the site leads nowhere here, so that what is outside is not found.
  const { said: doctor } = await web.run(['node', 'commands/doctor.ts'])
  for (const about of ['Settings', 'Files', 'Database', 'Keys', 'Backups', 'Mail server']) {
    checks.check(`the doctor says that ${about} is in order`, new RegExp(`^ok +${about} `, 'm').test(doctor), doctor)
  }

  const grace = Number.parseInt(services.web.stop_grace_period, 10)
  for (const [name, container] of Object.entries({ web, worker })) {
    const code = await container.stop(grace)
    checks.check(
      `the ${name} container ends by itself within ${grace} s`,
      code === 0,
      `${code}\n${container.output.join('')}`,
    )
  }
  const errors = containers.flatMap(({ output }) => output.join('').match(/^\{"level":"(?:error|fatal)".*$/gm) ?? [])
  checks.check('no error is in the logs', errors.length === 0, errors.join('\n'))
}

function start(
  image: Image,
  { tmpfs }: Service,
  settings: Record<string, string>,
  volumes: { source: string; path: string }[],
): Container {
  const environment = { ...image.environment, ...settings }
  const inside = (program: string[], more: Record<string, string> = {}) => [
    ...becoming(image.user),
    ...withEnvironment({ ...environment, ...more }, image.workingDirectory),
    ...program,
  ]
  const paths = volumes.map(({ path }) => path)
  const script = [
    `root='${image.root}'`,
    'mount --bind "$root" "$root"',
    'mount -t proc proc "$root/proc"',
    ...volumes.map(({ source, path }) => `mount --bind '${source}' "$root${path}"`),
    ...tmpfs.filter((path) => !paths.includes(path)).map((path) => `mount -t tmpfs tmpfs "$root${path}"`),
    'mount -o remount,bind,ro "$root"',
    'exec chroot "$root" "$@"',
  ].join('\n')
  const child = spawn('unshare', [...ownNamespaces, 'sh', '-ec', script, 'sh', ...inside(image.command)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (part: string) => output.push(part))
  }
  const ended = once(child, 'close')
  /** The id of its first process, as this machine counts. */
  const findFirst = () => {
    const [first = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
    return first
  }
  return {
    output,
    run: async (program, more) => {
      const enter = [`--target=${findFirst()}`, '--mount', '--pid', '--root', '--wd', '--']
      const entered = spawn('nsenter', [...enter, ...inside(program, more)], { stdio: ['ignore', 'pipe', 'pipe'] })
      const closed = once(entered, 'close')
      const said = await Promise.all([text(entered.stdout), text(entered.stderr)])
      await closed
      return { status: entered.exitCode, said: said.join('') }
    },
    getStatus: (name) => {
      const status = readFileSync(`/proc/${findFirst()}/status`, 'utf8')
      return new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? ''
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async (seconds) => {
      process.kill(Number(findFirst()), 'SIGTERM')
      const isLate = await Promise.race([ended.then(() => false), sleep(seconds * 1_000, true, { ref: false })])
      if (isLate) child.kill('SIGKILL')
      await ended
      return isLate ? null : child.exitCode
    },
    kill: () => child.kill('SIGKILL'),
  }
}

async function get(url: string): Promise<string> {
  return (await fetch(url).catch(() => null))?.text() ?? ''
}

/** Megabytes of disk that a folder takes. */
function measure(path: string): number {
  return Number.parseInt(execFileSync('du', ['-s', '--block-size=1000000', path], { encoding: 'utf8' }), 10)
}
