// Makes a fresh checkout ready: installs what the lockfile names, builds what is newer than the build. Plain JavaScript
// without a dependency, as it runs before anything is installed and on whatever Node is there (20 or later).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

// The lockfile alone decides what is installed: "npm ci" refuses to run where package.json asks for anything else.
const lock = hash([readFileSync('package-lock.json')])
if (read(installStamp) !== lock) {
  console.log('Installing what Muster stands on...')
  // The build needs what is named for development too, whatever NODE_ENV says.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(installStamp, lock)
}

if (!quick) {
  const sources = hash(
    [
      'app',
      'db',
      'server',
      'worker',
      'public',
      'content',
      'vite.config.ts',
      'vite.compress.ts',
      'vite.content.ts',
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

/** Names, sizes and times of files, which change whenever the files do and cost little to read. */
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
