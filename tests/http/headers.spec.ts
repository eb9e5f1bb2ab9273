import { createHash } from 'node:crypto'
import { expect, test } from '../e2e/support/http-test.ts'
import { full, hostile } from '../e2e/support/named-businesses.ts'

const screens = [
  '/directory',
  `/business/${full.slug}`,
  `/business/${hostile.slug}`,
  '/verification',
  '/403',
  '/nothing-here',
]
const overTls = { 'X-Forwarded-Proto': 'https' }

/** The directives of a Content-Security-Policy by name. */
function readPolicy(header: string | undefined): Map<string, string[]> {
  return new Map(
    (header ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )
}

for (const screen of screens) {
  test(`nothing inline runs on ${screen} but what its policy names`, async ({ request }) => {
    const answer = await request.get(screen)
    const policy = readPolicy(answer.headers()['content-security-policy'])
    expect(policy.get('style-src')).toEqual(["'self'"])
    const html = await answer.text()
    expect(html).not.toMatch(/<[a-z][^>]*\sstyle=/i)
    expect(html).not.toMatch(/<style\b/i)
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=(?!&)/i)

    const [own, ...allowed] = policy.get('script-src') ?? []
    expect(own).toBe("'self'")
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map(
      ([, attributes = '', text = '']) => ({
        attributes,
        text,
      }),
    )
    expect(scripts.length).toBeGreaterThan(1)
    const nonce = /^'nonce-([A-Za-z0-9+/=]{20,})'$/.exec(allowed[0] ?? '')?.[1]
    if (nonce) {
      expect(allowed).toEqual([`'nonce-${nonce}'`])
      for (const { attributes } of scripts) expect(attributes).toContain(`nonce="${nonce}"`)
      return
    }
    // A page that is kept is the same for everybody: it names what it holds.
    expect(html).not.toContain('nonce=')
    const inline = scripts.filter(({ attributes }) => !/ src=| type="application\//.test(attributes))
    expect(new Set(inline.map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))).toEqual(
      new Set(allowed),
    )
  })
}

test('each answer for one visitor alone has a nonce of its own', async ({ request }) => {
  const nonces = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const answer = await request.get('/verification', { headers: { Cookie: 'flash=x' } })
      return readPolicy(answer.headers()['content-security-policy']).get('script-src')?.at(-1)
    }),
  )
  expect(new Set(nonces).size).toBe(5)
})

test('no page of ours may be framed, and beside our own files only the two players may be', async ({ request }) => {
  const headers = (await request.get('/directory')).headers()
  const policy = readPolicy(headers['content-security-policy'])
  expect(policy.get('frame-ancestors')).toEqual(["'none'"])
  expect(headers['x-frame-options']).toBe('DENY')
  expect(policy.get('frame-src')).toEqual(["'self'", 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'])
})

test('everything else comes from our own origin', async ({ request }) => {
  const policy = readPolicy((await request.get('/directory')).headers()['content-security-policy'])
  for (const directive of ['default-src', 'connect-src', 'font-src', 'form-action']) {
    expect(policy.get(directive), directive).toEqual(["'self'"])
  }
  expect(policy.get('object-src')).toEqual(["'none'"])
  expect(policy.get('base-uri')).toEqual(["'none'"])
})

for (const address of [
  '/directory',
  '/nothing-here',
  '/api/v1/businesses',
  '/api/nothing',
  '/healthz',
  '/sitemap.xml',
]) {
  test(`${address} says who may know where a visitor came from, and what a page may use`, async ({ request }) => {
    const headers = (await request.get(address)).headers()
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['permissions-policy']).toMatch(/camera=\(\), microphone=\(\), geolocation=\(self\)/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('x-powered-by')
  })
}

test('HSTS is said only to whoever came over TLS', async ({ request }) => {
  const plain = (await request.get('/directory')).headers()
  expect(plain).not.toHaveProperty('strict-transport-security')
  expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests')

  const secure = (await request.get('/directory', { headers: overTls })).headers()
  expect(secure['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(secure['content-security-policy']).toContain('upgrade-insecure-requests')
})

test('built files are kept for good, drawings for an hour', async ({ request }) => {
  const html = await (await request.get('/directory')).text()
  const script = /\/assets\/[\w.-]+\.js/.exec(html)?.[0] ?? ''
  const built = await request.get(script)
  expect(built.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(built.headers()['x-content-type-options']).toBe('nosniff')
  expect((await request.get('/favicon.svg')).headers()['cache-control']).toBe('public, max-age=3600')
})

test('pages leave compressed, and stored pictures as they are', async ({ request, site }) => {
  const page = await fetch(`${site.url}/directory`, { headers: { 'Accept-Encoding': 'br' } })
  expect(page.headers.get('content-encoding')).toBe('br')
  const html = await (await request.get(`/business/${full.slug}`)).text()
  const picture = await request.get(/\/files\/gallery\/[^" ]+\.webp/.exec(html)?.[0] ?? '')
  expect(picture.headers()).not.toHaveProperty('content-encoding')
})

// spec: 161.1, 220.4
test('stored pictures have a type, a length and an ETag, and come in ranges', async ({ request }) => {
  const html = await (await request.get(`/business/${full.slug}`)).text()
  const address = /\/files\/gallery\/[^" ]+\.webp/.exec(html)?.[0] ?? ''
  const whole = await request.get(address)
  const bytes = await whole.body()
  expect(whole.headers()).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  })
  expect(whole.headers()).not.toHaveProperty('strict-transport-security')
  expect((await request.get(address, { headers: overTls })).headers()).toHaveProperty('strict-transport-security')
  const again = await request.get(address, { headers: { 'If-None-Match': whole.headers().etag ?? '' } })
  expect(again.status()).toBe(304)
  const part = await request.get(address, { headers: { Range: 'bytes=0-9' } })
  expect(part.status()).toBe(206)
  expect(part.headers()['content-range']).toBe(`bytes 0-9/${bytes.length}`)
  expect(await part.body()).toEqual(bytes.subarray(0, 10))
  expect((await request.get('/files/gallery/..%2F..%2Fsecret')).status()).toBe(404)
  expect((await request.get('/files/secret/a/b.webp')).status()).toBe(404)
})
