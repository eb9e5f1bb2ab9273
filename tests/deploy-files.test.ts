import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { freePort } from '../scripts/services.mjs'
import { writeNginxFile } from './cluster/nginx.ts'
import { openPooler } from './pooler.ts'

const read = (file: string) => readFileSync(file, 'utf8')

interface Service {
  image: string
  env_file?: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  command?: string[]
  volumes?: string[]
  depends_on?: Record<string, unknown>
  networks?: string[]
  ports?: string[]
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
  volumes: Record<string, unknown>
}

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose
/** The settings that .env.example describes. */
const known = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)

// spec: running.1
test('the container is built without a mistake, by a user without rights, and starts what there is', () => {
  const file = read('deploy/Containerfile')
  expect(validate(file)).toEqual([])
  expect(file).toMatch(/^USER (?!root)/m)
  expect(file.lastIndexOf('USER ')).toBeLessThan(file.lastIndexOf('CMD '))
  for (const [, path = ''] of file.matchAll(/\b(scripts\/\w+\.mjs)/g)) expect(existsSync(path), path).toBe(true)
})

// spec: running.1
test('what is copied into the container is all that a build reads, and no test, key or data', () => {
  const copied = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const isCopied = (path: string) =>
    copied.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}(/|$)`).test(path))
  const [, sources = ''] = /const sources = hash\(\s*\[([^\]]+)\]/.exec(read('scripts/setup.mjs')) ?? []
  const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, path = '']) => path)
  expect(needed.length).toBeGreaterThan(8)
  expect(needed.filter((path) => !isCopied(path))).toEqual([])
  expect(['.env', 'data', 'tests', 'node_modules', '.git', 'deploy'].filter(isCopied)).toEqual([])
})

// spec: running.2
test('the services refer to each other, keep what must last, and have fixed versions', () => {
  expect(parseAllDocuments(read('deploy/compose.yaml')).flatMap(({ errors }) => errors)).toEqual([])
  const { services, volumes, networks } = compose
  for (const [name, service] of Object.entries(services)) {
    expect(
      Object.keys(service.depends_on ?? {}).filter((other) => !(other in services)),
      name,
    ).toEqual([])
    expect(
      (service.networks ?? []).filter((network) => !(network in networks)),
      name,
    ).toEqual([])
    const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    expect(
      named.filter((volume) => !volume.startsWith('.') && !(volume in volumes)),
      name,
    ).toEqual([])
    if (service.image !== 'muster') expect(service.image, name).toMatch(/:.*\d/)
  }
  // Only the proxy is open to the world.
  expect(Object.entries(services).flatMap(([name, { ports }]) => (ports ? name : []))).toEqual(['proxy'])
  expect(services.web).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(services.worker).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
})

// spec: running.2
test('what Muster is given are settings of Muster, and the example has all that production requires', () => {
  const given = Object.keys(compose.services.web?.environment ?? {})
  const asked = [...read('deploy/example.env').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name)
  const ofCompose = ['SITE', 'POSTGRES_PASSWORD', 'STORE_PASSWORD']
  expect([...given, ...asked].filter((name) => !known.includes(name) && !ofCompose.includes(name))).toEqual([])
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SECRET',
    'EVIDENCE_KEYS',
    'SMTP_URL',
    'TRUSTED_PROXIES',
    'MAIL_FROM',
  ])
    expect([...given, ...asked]).toContain(name)
  const variables = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  expect([...new Set(variables)].filter((name) => !asked.includes(name))).toEqual([])
  const [network] = compose.networks.inside?.ipam.config ?? []
  expect(compose.services.web?.environment?.TRUSTED_PROXIES).toBe(network?.subnet)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

// spec: running.3
test.skipIf(!hasSystemd)('systemd takes the unit, and finds little that the process could do beyond its work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-unit-'))
  try {
    const unit = join(folder, 'muster@1.service')
    // The program is where the project is here.
    mkdirSync(join(folder, 'bin'))
    symlinkSync(process.execPath, join(folder, 'bin', 'node'))
    const text = read('deploy/muster@.service')
    writeFileSync(unit, text.replaceAll('/opt/muster/node_modules/.bin/node', join(folder, 'bin', 'node')))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    expect(verified.stderr + verified.stdout).not.toContain('muster@1.service')
    const scored = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' })
    const [, score] = /exposure level for muster@1\.service: ([\d.]+)/.exec(scored.stdout) ?? []
    expect(Number(score)).toBeLessThanOrEqual(1.5)
    expect(text).not.toMatch(/^MemoryDenyWriteExecute/m)
    for (const [, path = ''] of text.matchAll(/\b(scripts\/\w+\.mjs)/g)) expect(existsSync(path), path).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('PgBouncer takes its file, which has an entry for queries and one for sessions', async () => {
  const pooler = await openPooler('postgres://muster@127.0.0.1:1/muster')
  try {
    expect(pooler.readLog()).toContain('process up')
    expect(pooler.readLog()).not.toMatch(/WARNING|ERROR|FATAL/)
  } finally {
    await pooler.stop()
  }
  const entries = [...read('deploy/pgbouncer.ini').matchAll(/^(\w+) = host=.* pool_mode=(\w+)/gm)]
  expect(entries.map(([, name, mode]) => [name, mode])).toEqual([
    ['muster', 'transaction'],
    ['muster_direct', 'session'],
  ])
})

/** A folder that is there while something is done with it. */
async function withFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-deploy-'))
  try {
    await act(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hasNginx = spawnSync('/usr/sbin/nginx', ['-v']).status === 0

test.skipIf(!hasNginx).each([false, true])('nginx takes its file, with a cache: %s', async (withCache) => {
  await withFolder(async (folder) => {
    const [port, redirectingPort] = [await freePort(), await freePort()]
    const file = writeNginxFile(folder, { port, redirectingPort, hostPorts: [3000, 3001] }, withCache)
    expect(readFileSync(file, 'utf8').includes('\n    proxy_cache muster_pages;')).toBe(withCache)
    const tried = spawnSync('/usr/sbin/nginx', ['-t', '-p', folder, '-c', file, '-e', 'stderr'], { encoding: 'utf8' })
    expect(tried.stderr).toContain('test is successful')
    expect(tried.stderr).not.toContain('[warn]')
  })
})

test('nginx never sends a form twice, and takes what Muster takes', () => {
  const text = read('deploy/nginx.conf').replaceAll(/^\s*#.*$/gm, '')
  expect(text).toMatch(/proxy_next_upstream error timeout;/)
  expect(text).toMatch(/client_max_body_size 12m;/)
})

test.each([
  ['deploy/nginx.conf', /^ *keepalive_timeout (\d+)s;$/m],
  ['deploy/Caddyfile', /^\t*keepalive (\d+)s$/m],
])('%s closes an idle connection before Muster does, which might lose a form', (file, setting) => {
  const [, seconds] = setting.exec(read(file)) ?? []
  // Node's default, which the server does not change.
  expect(Number(seconds) * 1_000).toBeLessThan(createServer().keepAliveTimeout)
})

// spec: growth.12
test('Patroni loses nothing that was acknowledged, and has its time to agree', () => {
  const { bootstrap, etcd3, postgresql } = parse(read('deploy/patroni.yml'))
  const { ttl, loop_wait, retry_timeout, ...dcs } = bootstrap.dcs
  expect(dcs).toMatchObject({ synchronous_mode: true, failsafe_mode: true, postgresql: { use_pg_rewind: true } })
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  // A statement that is cancelled while it waits for the standby counts as committed.
  const [, statementSeconds] =
    /statement_timeout: '(\d+)s'/.exec(read('app/platform/.server/database/database.ts')) ?? []
  expect(Number.parseInt(dcs.postgresql.parameters.wal_sender_timeout, 10)).toBeLessThan(Number(statementSeconds))
  const [, cluster = ''] = /^ETCD_INITIAL_CLUSTER=(.*)$/m.exec(read('deploy/etcd.env')) ?? []
  const members = [...cluster.matchAll(/http:\/\/([\d.]+):2380/g)].map(([, host]) => `${host}:2379`)
  expect(new Set(members).size).toBe(3)
  expect(etcd3.hosts.split(',')).toEqual(members)
  // Nobody but Muster and Patroni, and none without a password.
  for (const line of postgresql.pg_hba)
    expect(line).toMatch(/^local all postgres peer$|^host (muster|postgres|replication) \w+ [\d./]+ scram-sha-256$/)
  const [, , entries = ''] = /(pool_mode=session pool_size=)(\d+)/.exec(read('deploy/pgbouncer.ini')) ?? []
  expect(dcs.postgresql.parameters.max_connections).toBeGreaterThan(2 * (Number(entries) + 20) + 20)
})

const hasHaproxy = spawnSync('/usr/sbin/haproxy', ['-v']).status === 0

test.skipIf(!hasHaproxy)('HAProxy takes its file, and PgBouncer finds it where its own file says', async () => {
  await withFolder(async (folder) => {
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, read('deploy/haproxy.cfg').replace(/ *user haproxy\n *group haproxy\n/, ''))
    const tried = spawnSync('/usr/sbin/haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect({ status: tried.status, said: tried.stderr }).toEqual({ status: 0, said: '' })
  })
  const [, host, port] = /bind ([\d.]+):(\d+)/.exec(read('deploy/haproxy.cfg')) ?? []
  expect(read('deploy/pgbouncer.ini')).toContain(`host=${host} port=${port}`)
})

test('every file of deploy/ is named in docs/operations.md', () => {
  const page = read('docs/operations.md')
  expect(readdirSync('deploy').filter((file) => !file.startsWith('.') && !page.includes(`deploy/${file}`))).toEqual([])
})
