import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { summariseAudit } from '../scripts/audit-dependencies.ts'

const found = (severity: string) => ({ vulnerabilities: { left: { name: 'left', severity, range: '<2' } } })

// spec: supply.2
test.each([
  ['nothing', '', true, 'The registry did not answer: nothing was checked.'],
  [
    'a refusal',
    JSON.stringify({ statusCode: 405, error: {} }),
    true,
    'The registry did not answer: nothing was checked.',
  ],
  ['no vulnerability', JSON.stringify({ vulnerabilities: {} }), true, 'No known vulnerabilities.'],
  ['a moderate one', JSON.stringify(found('moderate')), true, 'moderate: left <2'],
  ['a high one', JSON.stringify(found('high')), false, 'high: left <2'],
  ['a critical one', JSON.stringify(found('critical')), false, 'critical: left <2'],
])('the audit answers to %s', (_, answer, passed, line) => {
  expect(summariseAudit(answer)).toEqual({ passed, lines: [line] })
})

// spec: supply.1
test('the bill of materials has every package that a running site uses, and what the programs of PostgreSQL hold', () => {
  const { scripts, dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: { sbom: string }
    dependencies: Record<string, string>
    optionalDependencies: Record<string, string>
  }
  const [, ...options] = scripts.sbom.split(' ')
  const { bomFormat, components } = JSON.parse(
    execFileSync(process.execPath, options, { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as {
    bomFormat: string
    components: { name: string; group?: string; version: string; purl: string }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const urls = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  expect(Object.entries(dependencies).filter(([name, version]) => !urls.has(`pkg:npm/${name}@${version}`))).toEqual([])
  const named = ['postgresql@18', 'openssl@1.1.1', 'icu@60.2', 'libxml2@2.9.4'].map((part) => `pkg:generic/${part}`)
  expect(named.filter((url) => !urls.has(url))).toEqual([])
  // The texts are of the version that is installed.
  const versions = new Set(Object.values(optionalDependencies).map((version) => version.split('.')[0]))
  expect([...versions]).toEqual(['18'])
})

// spec: supply.4
test('what runs imports no package that an image leaves out', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: object }
  // A pattern passes over folders whose names begin with a dot.
  const code = ['{app,server,worker,commands,db,demo,simulators}/**/*.{ts,tsx}', 'app/platform/.server/**/*.ts']
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.includes('.test.'))
  expect(code.some((file) => file.includes('.server/jobs/'))).toBe(true)
  // The build runs these two.
  const ofTheBuild = ['app/routes.ts', 'app/features/content/compile.ts']
  const left = code.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /^(?:import|export) (?!type\b)[^;]*?from '((?:@[^/']+\/)?[^./#'][^/']*)/gms,
      ),
    ]
      .filter(([, name = '']) => name in devDependencies)
      .map(([, name]) => `${file}: ${name}`),
  )
  expect(left.filter((line) => !ofTheBuild.some((file) => line.startsWith(`${file}:`)))).toEqual([])
  expect(left).not.toEqual([])
})
