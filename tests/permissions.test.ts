import { expect, test } from 'vitest'
import { listRouteImports, listServiceFunctions, readReasons } from '../scripts/write-permissions.ts'

const functions = listServiceFunctions()
const reasons = readReasons()
const keyOf = ({ file, name }: { file: string; name: string }) => `${file} ${name}`

// spec: policy.1
test('every function of a service asks a permission, or docs/permissions.yaml says why not', () => {
  expect(functions.length).toBeGreaterThan(450)
  const silent = functions.filter(({ asks }) => asks.length === 0).map(keyOf)
  expect(silent.filter((key) => !reasons.has(key))).toEqual([])
  expect([...reasons.keys()].filter((key) => !silent.includes(key))).toEqual([])
})

// spec: policy.1
test('no route imports what only services and jobs may call', () => {
  const imported = listRouteImports()
  const inner = [...reasons].filter(([, reason]) => reason === 'by services' || reason === 'by job')
  expect(imported.size).toBeGreaterThan(300)
  expect(inner.filter(([key]) => imported.has(key))).toEqual([])
})
