// Takes out of node_modules what only building and testing need: packages that nothing which runs here names, directly or through
// another, and the source maps, types, documents and styles of the rest. For an image (deploy/Containerfile); the next scripts/setup.mjs
// installs everything again. Plain JavaScript, so that it needs nothing of what it removes.
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where what runs is: the build, and the commands, which run from their sources. */
const folders = ['app', 'build/server', 'commands', 'db', 'demo', 'scripts', 'server', 'simulators', 'worker']
/** What no program reads: Node takes no TypeScript from packages, and styles and fonts for browsers are in the build. Licences stay. */
const unread = /\.(map|md|markdown|flow|tsbuildinfo|css|woff2|[cm]?tsx?)$/i
/** What only drawing pages of PDF files needs, which nothing here does. */
const undrawn = new Set(['@napi-rs/canvas'])
/** Other builds of pdfjs-dist, for browsers. */
const builds = ['build', 'image_decoders', 'web', 'legacy/image_decoders', 'legacy/web']
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

const texts = folders.flatMap(listFiles).filter((file) => /\.m?[jt]s$/.test(file) && !/\.d\.m?ts$/.test(file))
const code = texts.map((file) => readFileSync(file, 'utf8')).join('\n')
const { dependencies: ours, optionalDependencies: ofSystems } = packages['']
const installed = Object.keys(ours)
/** Muster runs with a Node of its own and with PostgreSQL's programs, which no code names. */
const named = [...installed.filter((name) => name === 'node' || isNamed(name)), ...Object.keys(ofSystems)]

const needed = new Set()
const queue = named.map((name) => `node_modules/${name}`)
for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
  if (needed.has(path)) continue
  needed.add(path)
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]
  // An optional peer is used where the project asks for it too, as the store's client does for signing.
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional || installed.includes(name),
  )
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    const found = undrawn.has(name) ? undefined : locate(name, path)
    if (found) queue.push(found)
  }
}

const before = measure('node_modules')
for (const path of Object.keys(packages)) {
  if (path !== '' && !needed.has(path)) rmSync(path, { recursive: true, force: true })
}
// Node's package comes with a second copy of the program, headers and npm, from which it made the first.
rmSync('node_modules/node/node_modules', { recursive: true, force: true })
for (const build of builds) rmSync(join('node_modules/pdfjs-dist', build), { recursive: true, force: true })
for (const file of listFiles('node_modules')) if (unread.test(file)) rmSync(file)
// The programs of what is gone: links to nowhere.
for (const name of readdirSync('node_modules/.bin')) {
  const link = join('node_modules/.bin', name)
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) continue
  try {
    readFileSync(link, { flag: 'r' })
  } catch {
    rmSync(link)
  }
}
removeEmpty('node_modules')
// It is not whole any more: whoever builds here again installs first.
rmSync('node_modules/.installed', { force: true })
rmSync('node_modules/.package-lock.json', { force: true })
console.log(`node_modules: ${before} MB before, ${measure('node_modules')} MB now, of ${needed.size} packages.`)

/** Whether the code has the name of a package as a module, or puts one of its scope together. */
function isNamed(name) {
  const [scope = ''] = name.split('/')
  return (
    new RegExp(`(?<=['"\`])${name.replaceAll('.', '\\.')}(?=['"\`/])`).test(code) ||
    (scope.startsWith('@') && code.includes(`${scope}/\${`))
  )
}

/** Where Node finds a package from another; undefined if it is not installed, as those for other systems. */
function locate(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '.') return undefined
  }
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function removeEmpty(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

function measure(folder) {
  return Math.round(listFiles(folder).reduce((total, file) => total + lstatSync(file).size, 0) / 1e6)
}
