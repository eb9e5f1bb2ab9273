import fc from 'fast-check'
import { smallPicture } from './site.ts'

/** What people and programs type that nobody asked for. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1', '2', '1e9', '99999999999999999999', 'true', 'null', 'undefined', '[]', '{}', 'NaN'],
    ...[
      '\0',
      'a\0b',
      "'",
      '";--',
      '<script>alert(1)</script>',
      '../../etc/passwd',
      '\r\nX-Injected: 1',
      '%00',
      '%',
      '\\',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '2026-02-30',
      '0000-00-00',
      '\ud800',
      '\u202e',
      '😀',
      'é',
      'ß',
      '\u0130',
    ],
    ...[
      'javascript:alert(1)',
      '//elsewhere.example',
      'https://elsewhere.example/',
      'sam@sample.example',
      '+447700900123',
    ],
    ...['LS1 4DY', 'plumber', 'leeds', 'all', 'save', 'none', 'dark', 'logo', 'gallery', 'wizard', 'profile', 'on'],
    ...['00000000-0000-0000-0000-000000000000', 'x'.repeat(300), 'y'.repeat(6_000)],
  ),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
)

const names = fc.constantFrom(
  ...[
    'form',
    'page',
    'tab',
    'step',
    'search',
    'industry',
    'city',
    'county',
    'postcode',
    'service_branch',
    'kind',
    'from',
  ],
  ...[
    'relationship_type',
    'hasGallery',
    'hasWebsite',
    'sort',
    'token',
    'returnTo',
    'key',
    'order',
    'after',
    'before',
    'v',
  ],
  ...[
    'session_id',
    'index',
    '_routes',
    'email',
    'password',
    'choice',
    'appearance',
    'change',
    'id',
    'isActive',
    'endpoint',
  ],
  ...[
    'product_id',
    'search[]',
    '__proto__',
    'a[b][c]',
    'businessId',
    'variantId',
    'quantity',
    'status',
    'action',
    'lang',
  ],
)

/** A value of a header that Node lets through. */
const headerValue = hostile.map((value) =>
  Buffer.from(value)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
)

const body = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: fc.constant('form' as const), fields: fc.array(fc.tuple(names, hostile)) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('json' as const),
      text: fc.oneof(fc.json(), hostile, deep('['), deep('{"a":')),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('file' as const),
      field: fc.constantFrom('avatar', 'picture', 'document', 'cover', 'file', ''),
      name: hostile,
      type: fc.constantFrom('image/png', 'application/pdf', 'text/html', 'image/svg+xml', ''),
      bytes: fc.oneof(
        fc.constant(smallPicture),
        fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
      ),
      isWhole: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 500 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('large' as const), length: fc.integer({ min: 90_000, max: 120_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('nothing' as const) }) },
)

function deep(begin: string) {
  return fc.constant(begin.repeat(2_000))
}

/** What one request is made of; what exists at the site is chosen by the numbers when it is sent. */
export const recipe = fc.record({
  person: fc.nat(1_000),
  pattern: fc.nat(100_000),
  address: fc.nat(2_000),
  https: fc.boolean(),
  /** A form of the site with some of its fields changed, an address of its own, or a connection that breaks the rules. */
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('form' as const) },
    { weight: 6, arbitrary: fc.constant('address' as const) },
    { weight: 1, arbitrary: fc.constant('raw' as const) },
  ),
  choice: fc.nat(100_000),
  changes: fc.array(fc.tuple(fc.nat(50), hostile), { maxLength: 3 }),
  method: fc.oneof(
    { weight: 10, arbitrary: fc.constant('GET') },
    { weight: 6, arbitrary: fc.constant('POST') },
    {
      weight: 2,
      arbitrary: fc.constantFrom('HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'),
    },
  ),
  /** In place of the parameters of the path; null leaves one that exists. */
  parameter: fc.option(hostile, { freq: 3 }),
  writing: fc.oneof(
    { weight: 6, arbitrary: fc.constant('as it is' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'data' as const,
        'capitals' as const,
        'slash' as const,
        'encoded' as const,
        'double' as const,
      ),
    },
  ),
  query: fc.array(fc.tuple(names, hostile), { maxLength: 3 }),
  body,
  chunked: fc.boolean(),
  origin: fc.oneof(
    { weight: 12, arbitrary: fc.constant('own' as const) },
    { weight: 1, arbitrary: fc.constantFrom('none' as const, 'null' as const, 'other' as const) },
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      ...[
        'Accept',
        'Accept-Encoding',
        'Accept-Language',
        'Range',
        'If-Range',
        'If-None-Match',
        'If-Modified-Since',
        'Referer',
      ],
      ...[
        'User-Agent',
        'X-Forwarded-Host',
        'X-Forwarded-Proto',
        'Content-Type',
        'Content-Encoding',
        'Cookie',
        'Prefer',
      ],
      ...[
        'Authorization',
        'Stripe-Signature',
        'X-HTTP-Method-Override',
        'Purpose',
        'Sec-Fetch-Mode',
        'Forwarded',
        'Date',
      ],
    ),
    fc.oneof(
      headerValue,
      fc.constantFrom(
        ...[
          'application/json',
          'text/event-stream',
          '*/*',
          'gzip;q=0',
          'br, zstd',
          'bytes=5-2',
          'bytes=0-',
          'Googlebot',
        ],
        ...['muster_cart=x; appearance=dark; flash=%7B', 'time_zone=%E0%A4%A', 'multipart/form-data', 't=1,v1=00'],
      ),
    ),
    { maxKeys: 3 },
  ),
})
export type Recipe = (typeof recipe extends fc.Arbitrary<infer Value> ? Value : never) & object

/** The body of a recipe, with the type it is said to be of. */
export function writeBody(body: Recipe['body']): { type: string; bytes: Buffer } | null {
  switch (body.is) {
    case 'form':
      return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(encodeForm(body.fields)) }
    case 'json':
      return { type: 'application/json', bytes: Buffer.from(body.text) }
    case 'file': {
      const head = `--x\r\nContent-Disposition: form-data; name="${body.field}"; filename="${body.name}"\r\n`
      const end = body.isWhole ? '\r\n--x--\r\n' : ''
      return {
        type: 'multipart/form-data; boundary=x',
        bytes: Buffer.concat([Buffer.from(`${head}Content-Type: ${body.type}\r\n\r\n`), body.bytes, Buffer.from(end)]),
      }
    }
    case 'bytes':
      return { type: 'application/octet-stream', bytes: Buffer.from(body.bytes) }
    case 'large':
      return { type: 'application/x-www-form-urlencoded', bytes: Buffer.alloc(body.length, 'a=b&') }
    case 'nothing':
      return null
  }
}

export function encodeForm(fields: [string, string][]): string {
  return fields.map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('=')).join('&')
}

/** Requests that break the rules of HTTP, as bytes; those that are `cut` are left before they are whole. */
export function rawRequests(path: string, common: string[]): { name: string; bytes: string; cut: boolean }[] {
  const write = (line: string, headers: string[], body = '') =>
    `${[line, ...headers, ...common, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
  const host = 'Host: muster.example'
  const form = 'Content-Type: application/x-www-form-urlencoded'
  const post = (headers: string[], body = '') => write(`POST ${path} HTTP/1.1`, [host, form, ...headers], body)
  const get = (headers: string[]) => write(`GET ${path} HTTP/1.1`, [host, ...headers])
  const chunked = 'Transfer-Encoding: chunked'
  const whole: Record<string, string> = {
    'both lengths': post(['Content-Length: 3', chunked], '0\r\n\r\n'),
    'both lengths, one hidden': post(['Content-Length: 6', 'Transfer-Encoding: xchunked'], 'a=b&c='),
    'two lengths': post(['Content-Length: 3', 'Content-Length: 5'], 'a=b&c'),
    'a length below nothing': post(['Content-Length: -1']),
    'a length that is none': post(['Content-Length: 0x3'], 'a=b'),
    'no length': post([]),
    'chunked twice': post(['Transfer-Encoding: chunked, chunked'], '3\r\na=b\r\n0\r\n\r\n'),
    'chunks with extensions and trailers': post([chunked], '3;x="y"\r\na=b\r\n0\r\nX-After: 1\r\n\r\n'),
    'a chunk of a size that is none': post([chunked], 'zz\r\na=b\r\n0\r\n\r\n'),
    'a chunk larger than it says': post([chunked], '1\r\na=b\r\n0\r\n\r\n'),
    'a body of a GET': write(`GET ${path} HTTP/1.1`, [host, 'Content-Length: 3'], 'a=b'),
    'a folded header': get(['X-Folded: a\r\n b']),
    'a bare line feed': get(['X-Bare: a\nX-Injected: 1']),
    'a header without a colon': get(['nonsense']),
    'a NUL in a header': get(['X-Nul: a\0b']),
    'headers without end': get([`X-Long: ${'a'.repeat(20_000)}`]),
    'no Host': write(`GET ${path} HTTP/1.1`, []),
    'two Hosts': get(['Host: elsewhere.example']),
    'a Host that is none': write(`GET ${path} HTTP/1.1`, ['Host: a b/../@[']),
    'an empty Host': write(`GET ${path} HTTP/1.1`, ['Host:']),
    'HTTP/1.0': write(`GET ${path} HTTP/1.0`, [host]),
    'HTTP/9.9': write(`GET ${path} HTTP/9.9`, [host]),
    'a whole address': write(`GET http://elsewhere.example${path} HTTP/1.1`, [host]),
    'a whole address that is none': write('GET http://[:1/ HTTP/1.1', [host]),
    'no path': write('GET  HTTP/1.1', [host]),
    'an asterisk': write('OPTIONS * HTTP/1.1', [host]),
    'a path without a slash': write('GET directory HTTP/1.1', [host]),
    'dots in the path': write(`GET /..${path}/../%2e%2e/ HTTP/1.1`, [host]),
    'a backslash in the path': write(`GET \\${path} HTTP/1.1`, [host]),
    'bytes in the path': write(`GET ${path}\xff\xfe HTTP/1.1`, [host]),
    'a method in small letters': write(`get ${path} HTTP/1.1`, [host]),
    'no method of ours': write(`BREW ${path} HTTP/1.1`, [host]),
    CONNECT: write('CONNECT elsewhere.example:443 HTTP/1.1', [host]),
    'HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    'an upgrade': get(['Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13']),
    'an expectation': post(['Expect: 100-continue', 'Content-Length: 3'], 'a=b'),
    'an expectation that is none': post(['Expect: the unexpected', 'Content-Length: 3'], 'a=b'),
    'two at once': `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n${get([])}`,
    'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  }
  const cut: Record<string, string> = {
    'half a request line': `GET ${path.slice(0, 3)}`,
    'half a header': `GET ${path} HTTP/1.1\r\nHost: mus`,
    'half a body': post(['Content-Length: 500'], 'a=b'),
    'half a chunk': post([chunked], '500\r\na=b'),
    'a chunk without an end': post([chunked], '3\r\na=b\r\n'),
    'a chunk of great size': post([chunked], 'ffffffffffffffff\r\na'),
    'an answer nobody reads': get([]),
  }
  return [
    ...Object.entries(whole).map(([name, bytes]) => ({ name, bytes, cut: false })),
    ...Object.entries(cut).map(([name, bytes]) => ({ name, bytes, cut: true })),
  ]
}
