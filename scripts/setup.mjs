// Prepares a checkout: installs what the lockfile names, and builds if sources have changed. Plain JavaScript without
// dependencies, because it runs before anything is installed, with any Node from version 20.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkLibraries } from './postgres/programs.mjs'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(
    `Muster needs Node 20 or later to begin with (it brings its own for the rest); this is ${process.version}.`,
  )
  process.exit(1)
}

const installStamp = 'node_modules/.installed'
const buildStamp = 'build/.built'
const quick = process.argv.includes('--no-build')

// Only the lockfile decides what is installed: "npm ci" fails if package.json asks for something else.
const lock = hash([readFileSync('package-lock.json')])
if (read(installStamp) !== lock) {
  console.log('Installing dependencies...')
  // The build also needs the development dependencies, whatever NODE_ENV is.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(installStamp, lock)
}
linkLibraries()

if (!quick) {
  const sources = hash(
    [
      'app',
      'db',
      'demo',
      'server',
      'worker',
      'public',
      'content',
      'vite.config.ts',
      'scripts/vite',
      'react-router.config.ts',
      'package-lock.json',
    ].flatMap(listFiles),
  )
  if (read(buildStamp) !== sources) {
    console.log('Building...')
    run(
      join('node_modules', '.bin', 'node'),
      [join('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'],
      'ignore',
    )
    mkdirSync('build', { recursive: true })
    writeFileSync(buildStamp, sources)
  }
}

/** Names, sizes and times of files, which change with the files and are cheap to read. */
function listFiles(path) {
  const about = statSync(path)
  if (!about.isDirectory()) return [`${path} ${about.size} ${about.mtimeMs}\n`]
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function run(command, args, output = 'inherit') {
  const windows = process.platform === 'win32'
  const result = spawnSync(command, args, {
    stdio: ['ignore', output === 'ignore' ? 'pipe' : 'inherit', output === 'ignore' ? 'pipe' : 'inherit'],
    shell: windows,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status !== 0) {
    if (output === 'ignore') console.error(result.stdout, result.stderr)
    console.error(result.error?.message ?? `${command} ${args.join(' ')} failed`)
    process.exit(result.status ?? 1)
  }
}
