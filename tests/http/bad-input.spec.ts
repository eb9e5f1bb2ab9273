import { connect } from 'node:net'
import { countLine, expect, test } from '../e2e/support/http-test.ts'
import { wildcards } from '../e2e/support/named-businesses.ts'

const addresses: { name: string; query: string; says: string | RegExp }[] = [
  { name: 'a page past the end', query: 'page=999999', says: 'There is no page 999,999. This is the last page.' },
  { name: 'a negative page', query: 'page=-1', says: 'The page must be a whole number from 1.' },
  { name: 'page 0', query: 'page=0', says: 'The page must be a whole number from 1.' },
  { name: 'a page that is no number', query: 'page=many', says: 'The page must be a whole number from 1.' },
  {
    name: 'a page of twenty digits',
    query: 'page=99999999999999999999',
    says: 'The page must be a whole number from 1.',
  },
  {
    name: '10,000 characters',
    query: `search=${'x'.repeat(10_000)}`,
    says: 'The search must be 200 characters or fewer.',
  },
  { name: 'an unknown industry', query: 'industry=999', says: "We don't recognise that industry." },
  { name: 'an industry that is no number', query: 'industry=food', says: "We don't recognise that industry." },
  { name: 'an unknown branch', query: 'service_branch=Space+Force', says: "We don't recognise that service branch." },
  {
    name: 'an unknown relationship',
    query: 'relationship_type=Friend',
    says: "We don't recognise that relationship type.",
  },
  { name: 'a flag that is neither', query: 'hasGallery=perhaps', says: 'hasGallery must be true or false.' },
  { name: 'a null byte', query: 'search=%00&city=%00zz%00', says: 'No businesses found matching your criteria.' },
  { name: 'broken UTF-8', query: 'search=%c3%28%ff%fe', says: 'No businesses found matching your criteria.' },
  { name: 'a broken percent sign', query: 'search=%zz%', says: 'No businesses found matching your criteria.' },
  { name: 'array parameters', query: 'search[]=a&industry[0]=1&page[]=2&page[x]=3', says: /verified businesses found/ },
  { name: 'repeated parameters', query: 'page=1&page=2&search=zest&search=other', says: countLine(3) },
  { name: 'a quote', query: "search=';xqzzyv;--", says: 'No businesses found matching your criteria.' },
  { name: 'a statement', query: "search=';+DROP+TABLE+xqzzyv;--", says: /[\d,]+ verified business(es)? found/ },
  { name: 'a lone surrogate', query: 'search=%ed%a0%80', says: 'No businesses found matching your criteria.' },
  { name: 'markup', query: 'search=<script>alert(1)</script>', says: /found/ },
]

for (const { name, query, says } of addresses) {
  test(`${name} in the address gets a helpful page`, async ({ request }) => {
    const answer = await request.get(`/directory?${query}`)
    expect(answer.status()).toBe(200)
    const text = (await answer.text()).replace(/<!-- -->/g, '')
    expect(text).toMatch(
      typeof says === 'string' ? new RegExp(RegExp.escape(says.replace(/&/g, '&amp;').replace(/'/g, '&#x27;'))) : says,
    )
    expect(text).not.toContain('Unexpected Application Error!')
    expect(text).not.toContain('<script>alert(1)</script>')
  })
}

const paths = [
  '/business/%00',
  '/business/%c3%28',
  '/business/%zz',
  '/business/..%2f..%2fetc%2fpasswd',
  `/business/${'a'.repeat(10_000)}`,
  "/business/';DROP TABLE businesses;--",
  '/business/%F0%9F%8E%96',
  '/business/<script>alert(1)</script>',
  '/business/zebra-workshop-kendal%00',
  '/directory/%00',
  '/directory/%c3%28',
  '/nothing/at/all',
  '/%00',
  '/%c3%28',
  '/%',
  '/.env',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/sitemaps/..%2f',
  '/sitemaps/businesses-0.xml',
  '/sitemaps/businesses-999999.xml',
  '/business/nobody/picture.png',
  '/files/logo/..%2f..%2fsecret/x.webp',
  '/files/gallery/../../secret',
  '/files/other/a/b.webp',
  '/files/logo/%00/%00.webp',
  '/__proto__',
  '/business/__proto__',
  '/business/constructor.data',
]

for (const path of paths) {
  test(`${path.length > 80 ? 'a slug of 10,000 letters' : path} is not there, and that is all`, async ({ site }) => {
    // Written to the socket as it stands: any client library would tidy the path up first.
    const { status, body } = await getRaw(site.url, path)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('Unexpected Application Error!')
    expect(body).not.toContain('<script>alert(1)</script>')
    expect(body).not.toContain('"private": true')
  })
}

test('methods and bodies nobody asked for are refused without a fault', async ({ request }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await request.fetch('/directory', { method, form: { search: 'x' } })
    expect([400, 404, 405]).toContain(answer.status())
  }
  const appearance = await request.post('/appearance', { form: { appearance: 'pink', returnTo: '//evil.example' } })
  expect(appearance.status()).toBe(400)
})

test('the way back after choosing an appearance never leads off the site', async ({ request }) => {
  for (const returnTo of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '',
  ]) {
    const answer = await request.post('/appearance', { form: { appearance: 'dark', returnTo }, maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toBe('/')
  }
})

for (const [sign, name] of [
  ['%', wildcards.percent],
  ['_', wildcards.underscore],
  ['\\', wildcards.backslash],
] as const) {
  test(`the wildcard ${sign} is a sign to be found like any other`, async ({ request }) => {
    const find = async (query: Record<string, string>) => {
      const page = await (await request.get(`/directory?${new URLSearchParams(query)}`)).text()
      return { names: [...page.matchAll(/<h3 class="name">.*?>([^<]+)</g)].map(([, found]) => found), page }
    }
    const found = await find({ search: sign })
    expect(found.names).toEqual([name])
    // Counting and listing are two queries: both must escape it.
    expect(found.page).toContain(countLine(1))
    // It does not match other characters either.
    for (const query of [{ search: `z${sign}t` }, { city: sign }]) {
      const none = await find(query)
      expect(none.names).toEqual([])
      expect(none.page).toContain('No businesses found matching your criteria.')
      expect(none.page).toContain(countLine(0))
    }
  })
}

function getRaw(url: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), body: text.slice(text.indexOf('\r\n\r\n')) })
    })
    socket.write(`GET ${path.replace(/ /g, '%20')} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
  })
}
