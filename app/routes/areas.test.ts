import { expect, test } from 'vitest'
import { listRoutes } from '#tests/server-build.ts'
import { type SiteArea, siteAreaOfRoutes, siteAreaRouteId, siteAreas } from './areas.ts'

const names = Object.keys(siteAreas) as SiteArea[]
/** Screens in no area: they show what those who work on Muster look at, or that nothing is there. */
const elsewhere = /^(dev\/|\*$)/

test('every screen is in the area of its folder', () => {
  for (const { pattern, file, parentId } of listRoutes()) {
    if (!file.endsWith('.tsx') || elsewhere.test(pattern)) continue
    const folder = file.split('/')[1] as SiteArea
    expect(parentId, pattern).toBe(siteAreaRouteId(folder))
  }
})

test.each(names)('the start of the area %s is a screen of the area', (name) => {
  const start = listRoutes().find(({ pattern }) => `/${pattern}` === siteAreas[name].start.to)
  expect(start?.parentId).toBe(siteAreaRouteId(name))
  expect(start?.file).toMatch(/\.tsx$/)
})

test('the area is found among the ids of the matched routes', () => {
  expect(siteAreaOfRoutes(['root', 'areas/shop', 'routes/shop/cart'])).toBe('shop')
  expect(siteAreaOfRoutes(['root'])).toBe('public')
})
