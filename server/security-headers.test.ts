import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { securityHeadersMiddleware } from './security-headers.ts'

async function headersOf(options: Partial<Parameters<typeof securityHeadersMiddleware>[0]> = {}): Promise<Headers> {
  const app = new Hono()
  app.use(securityHeadersMiddleware({ nonce: 'abc123', tls: false, development: false, ...options }))
  app.get('/', (context) => context.html('<p>Hello</p>'))
  return (await app.request('/')).headers
}

/** The directives of the policy, each with its sources. */
async function policyOf(options: Parameters<typeof headersOf>[0] = {}): Promise<Record<string, string[]>> {
  const policy = (await headersOf(options)).get('Content-Security-Policy') ?? ''
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources]
    }),
  )
}

describe('every answer', () => {
  test.each([
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-XSS-Protection', '0'],
  ])('has %s: %s', async (name, value) => {
    expect((await headersOf()).get(name)).toBe(value)
  })

  test.each(['camera', 'microphone', 'payment', 'usb', 'browsing-topics'])('allows nobody the %s', async (feature) => {
    const policy = (await headersOf()).get('Permissions-Policy') ?? ''
    expect(policy.split(',').map((part) => part.trim())).toContain(`${feature}=()`)
  })

  test('allows the position to our own pages, for what is near', async () => {
    expect((await headersOf()).get('Permissions-Policy')).toContain('geolocation=(self)')
  })

  test('does not say what serves it', async () => {
    const headers = await headersOf()
    expect([headers.get('X-Powered-By'), headers.get('Server')]).toEqual([null, null])
  })
})

describe('the content security policy', () => {
  test.each([
    ['default-src', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
    ['script-src', ["'self'", "'nonce-abc123'"]],
    ['style-src', ["'self'"]],
    ['img-src', ["'self'", 'data:']],
    ['media-src', ["'self'", 'https:']],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['report-uri', ['/csp']],
    ['frame-src', ["'self'", 'https://www.youtube-nocookie.com', 'https://player.vimeo.com']],
  ])('%s allows %j alone', async (directive, sources) => {
    expect((await policyOf())[directive]).toEqual(sources)
  })

  test('lets a form end where people pay', async () => {
    const formTargets = ['https://pay.example']
    expect((await policyOf({ formTargets }))['form-action']).toEqual(["'self'", 'https://pay.example'])
  })

  test('lets the form of somebody else be framed where one is set', async () => {
    expect((await policyOf({ framed: ['https://forms.example'] }))['frame-src']).toContain('https://forms.example')
  })

  test("has the answer's own nonce", async () => {
    expect((await policyOf({ nonce: 'another' }))['script-src']).toEqual(["'self'", "'nonce-another'"])
  })

  test('allows nothing inline, nothing evaluated and nothing from anywhere', async () => {
    for (const tls of [false, true]) {
      const policy = (await headersOf({ tls })).get('Content-Security-Policy')
      expect(policy).not.toMatch(/unsafe-|strict-dynamic|\*|http:|ws:/)
    }
  })

  test('allows styles in the page and a web socket during development alone, and no script even then', async () => {
    const policy = await policyOf({ development: true })
    expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"])
    expect(policy['connect-src']).toEqual(["'self'", 'ws:'])
    expect(policy['script-src']).toEqual(["'self'", "'nonce-abc123'"])
  })
})

test('an answer keeps the headers that it brings itself', async () => {
  const app = new Hono()
  app.use(securityHeadersMiddleware({ nonce: 'abc123', tls: false, development: false }))
  const own = {
    'Content-Security-Policy': "default-src 'none'",
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  app.get('/', (context) => context.text('Hello', 200, own))
  const { headers } = await app.request('/')
  for (const [name, value] of Object.entries(own)) expect(headers.get(name)).toBe(value)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
})

describe('TLS', () => {
  test('is insisted on for a year where the visitor came over it', async () => {
    expect((await headersOf({ tls: true })).get('Strict-Transport-Security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect(await policyOf({ tls: true })).toHaveProperty('upgrade-insecure-requests', [])
  })

  test('is not spoken of over plain HTTP', async () => {
    expect((await headersOf()).get('Strict-Transport-Security')).toBeNull()
    expect(await policyOf()).not.toHaveProperty('upgrade-insecure-requests')
  })
})
