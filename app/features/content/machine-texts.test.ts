import { expect, test } from 'vitest'
import { makeLlmsTxt, makeRobotsTxt, makeSecurityTxt } from './machine-texts.ts'
import { navigationLinksFor } from './navigation.ts'
import { publicPages } from './public-pages.ts'

const site = { name: 'Muster', summary: 'The free directory.', email: 'hello@muster.example' }
const paths = publicPages.map(({ path }) => path)

test('every page that visitors are led to is among the public pages', () => {
  const { header, footer, legal } = navigationLinksFor('visitor')
  const links = [...header.primary, ...header.mobile, ...footer]
    .flatMap((entry) => ('links' in entry ? entry.links : [entry]))
    .concat(legal)
    .map(({ to }) => to.replace(/#.*/, ''))
    // Everybody has a shortlist of their own, so it is in no list of pages.
    .filter((path) => path !== '/shortlist')
  expect(links.length).toBeGreaterThan(20)
  expect(paths).toEqual(expect.arrayContaining(links))
})

test('robots.txt refuses what is somebody’s own, and none of the public pages', () => {
  const text = makeRobotsTxt('https://muster.example')
  const refused = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  expect(refused).toEqual(expect.arrayContaining(['/admin', '/dashboard', '/profile', '/my-business', '/my-podcast']))
  for (const path of [...paths, '/business/a', ...navigationLinksFor('visitor').account.map(({ to }) => to)]) {
    expect(refused.filter((start) => path.startsWith(start))).toEqual([])
  }
})

test('llms.txt begins with name and summary, and leads to every page and the interface', () => {
  const text = makeLlmsTxt('https://muster.example', site)
  expect(text).toMatch(/^# Muster\n\n> The free directory\.\n/)
  for (const path of [...paths, '/api/v1/openapi.json', '/api/v1/businesses']) {
    expect(text).toContain(`](https://muster.example${path})`)
  }
})

test('security.txt is good for less than a year, and stays the same for a day', () => {
  const morning = makeSecurityTxt('https://muster.example', site.email, new Date('2026-11-21T06:00:00Z'))
  expect(morning).toBe(
    [
      'Contact: mailto:hello@muster.example',
      'Contact: https://muster.example/contact',
      'Expires: 2027-05-20T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://muster.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  expect(makeSecurityTxt('https://muster.example', site.email, new Date('2026-11-21T23:00:00Z'))).toBe(morning)
})

test('a security contact names no address of the web without TLS, which the standard forbids', () => {
  const text = makeSecurityTxt('http://127.0.0.1:3000', site.email, new Date())
  expect(text).not.toContain('http://')
  expect(text).toMatch(/^Contact: mailto:/)
})
