import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
test('the bill of materials has every package that a running site uses, with its version', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: { sbom: string }
    dependencies: Record<string, string>
  }
  const [command = '', ...options] = scripts.sbom.split(' ')
  const { bomFormat, components } = JSON.parse(
    execFileSync(command, options, { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as {
    bomFormat: string
    components: { name: string; group?: string; version: string; purl: string }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const urls = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
  expect(Object.entries(dependencies).filter(([name, version]) => !urls.has(`pkg:npm/${name}@${version}`))).toEqual([])
})
