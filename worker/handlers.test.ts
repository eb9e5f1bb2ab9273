import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { jobHandlersByName } from './handlers.ts'
import { jobSchedules } from './schedules.ts'

test('every job and every mail that a feature defines has its handler here', async () => {
  const files = globSync('app/features/*/{jobs,mails}.server.ts')
  const definitions = await Promise.all(files.map((file) => import(resolve(file))))
  const names = definitions.flatMap((module) => Object.values<{ name: string }>(module).map(({ name }) => name))
  expect(names.length).toBeGreaterThan(30)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !jobHandlersByName.has(name))).toEqual([])
})

test('every scheduled job has a handler', () => {
  expect(jobSchedules.filter(({ job }) => !jobHandlersByName.has(job.name))).toEqual([])
})
