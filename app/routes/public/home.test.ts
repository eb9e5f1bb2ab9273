import { expect, vi } from 'vitest'
import { contextFor } from '#tests/call-route.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { loader } from './home.tsx'

function load() {
  platform.directoryCache.clear()
  const request = new Request(`${platform.publicUrl}/`)
  return loader({ request, params: {}, context: contextFor(platform, request) } as Parameters<typeof loader>[0])
}

test('the newest five businesses are shown, and nothing of them that the page does not show', async () => {
  for (let day = 1; day <= 6; day += 1) {
    await createBusiness(platform.db, { name: `Day ${day}`, createdAt: new Date(Date.UTC(2025, 0, day)) })
  }
  const { latest } = await load()
  expect(latest.map(({ name }) => name)).toEqual(['Day 6', 'Day 5', 'Day 4', 'Day 3', 'Day 2'])
  expect(Object.keys(latest[0] ?? {}).sort()).toEqual([
    ...['city', 'county', 'industryName', 'logo', 'name', 'relationshipType', 'serviceBranch', 'slug', 'tile'],
  ])
})

test('where they cannot be loaded the page does without them, and the log says so', async () => {
  const failure = new Error('the database is away')
  vi.spyOn(platform.directoryCache, 'getOrLoad').mockRejectedValue(failure)
  const log = vi.spyOn(platform.log, 'error').mockImplementation(() => {})
  const { latest, content } = await load()
  expect(latest).toEqual([])
  expect(content.hero.title).not.toBe('')
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ error: failure }), expect.stringContaining('latest'))
})
