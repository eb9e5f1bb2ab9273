import { readFileSync } from 'node:fs'
import { join } from 'node:path/posix'
import semver from 'semver'
import { describe, expect, test } from 'vitest'

interface Manifest {
  name?: string
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

interface LockedPackage extends Manifest {
  resolved?: string
  integrity?: string
}

/** Every folder that holds packages of its own, each with its lockfile. */
const folders = ['.', 'tests/bench/lighthouse']

describe.each(folders)('the lockfile of %s', (folder) => {
  const manifest = readJson<Manifest>(folder, 'package.json')
  const packages = readJson<{ packages: Record<string, LockedPackage> }>(folder, 'package-lock.json').packages

  // npm ci refuses a lockfile that lacks any system's package, and npm install leaves out what it could not reach.
  test('has every optional package, so that it installs on every system', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => {
          const found = resolve(packages, path, name)
          return !(found?.version && found.integrity && semver.satisfies(found.version, range))
        })
        .map(([name, range]) => `${path || 'package.json'} needs ${name} ${range}`),
    )
    expect(missing).toEqual([])
  })

  test('names packages without the address they were fetched from', () => {
    const addresses = Object.entries(packages).flatMap(([path, locked]) => findUrls(locked, path))
    expect(addresses).toEqual([])
  })

  test('stands on exact versions', () => {
    const ranges = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }).filter(([, range]) => semver.valid(range) !== range)
    expect(ranges).toEqual([])
  })

  test('agrees with package.json', () => {
    expect(pickAgreed(packages[''] ?? {})).toEqual(pickAgreed(manifest))
  })
})

/** The package that a package at a path gets under a name: its own, or else that of the nearest folder above it. */
function resolve(packages: Record<string, LockedPackage>, path: string, name: string): LockedPackage | undefined {
  const found = packages[join(path, 'node_modules', name)]
  if (found || !path) return found
  return resolve(packages, path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name)
}

/** Web addresses anywhere in an entry, but for those where its authors ask for money. */
function findUrls(value: unknown, path: string): string[] {
  if (typeof value === 'string') return value.includes('://') ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => key !== 'funding')
    .flatMap(([key, inner]) => (key === 'resolved' ? [`${path}.resolved`] : findUrls(inner, `${path}.${key}`)))
}

function pickAgreed({
  name,
  version,
  dependencies,
  devDependencies,
  optionalDependencies,
  peerDependencies,
}: Manifest) {
  return { name, version, dependencies, devDependencies, optionalDependencies, peerDependencies }
}

function readJson<Content>(...path: string[]): Content {
  return JSON.parse(readFileSync(join(...path), 'utf8'))
}
