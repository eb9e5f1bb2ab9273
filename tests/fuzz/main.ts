// node tests/fuzz/main.ts [--requests 10000] [--seed 1]
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { startPostgres } from '../../scripts/services.mjs'
import { Known, patternOf, patterns } from './known.ts'
import { encodeForm, type Recipe, rawRequests, recipe, writeBody } from './requests.ts'
import { type Answer, type Sent, send, sendRaw } from './send.ts'
import { type FuzzRole, type Person, roles, smallPicture, startFuzzSite } from './site.ts'

// Sends the built product requests of every kind, as everybody, and fails where one gets a 5xx or no answer in time.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})
const [total, seed] = [Number(values.requests), Number(values.seed)]
/** Requests under way at a time. */
const lanes = 6

/** Why nobody of a role gets a 2xx or 3xx from an address; a role that is not named may open it. */
const closed: Record<string, readonly FuzzRole[]> = {
  // These are what their names say.
  '403': roles,
  'api/*': roles,
  '*': roles,
  // Nobody here can sign what the card payment provider would.
  'webhooks/stripe': roles,
  // Where people sign in first.
  live: ['visitor'],
  enquiries: ['visitor'],
  'enquiries/:id': ['visitor', 'reviewer', 'admin'],
  'enquiries/:id/copy.json': ['visitor', 'reviewer', 'admin'],
  'my-business/enquiries.csv': ['visitor'],
  notices: ['visitor'],
  'verification/documents/:id': ['visitor'],
  'profile/data/:id': ['visitor', 'reviewer', 'admin'],
  'shop/orders/:id': ['visitor', 'reviewer', 'admin'],
  'my-business': ['visitor', 'reviewer', 'admin'],
  'my-business/badge/:file': ['visitor', 'reviewer', 'admin'],
  'my-business/statistics': ['visitor', 'reviewer', 'admin'],
  'my-business/enquiries': ['visitor', 'reviewer', 'admin'],
  'my-business/enquiries/:id': ['visitor', 'reviewer', 'admin'],
}

process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  const postgres = await startPostgres()
  if (!postgres) return false
  process.env.TEST_DATABASE_URL = postgres.url
  const site = await startFuzzSite()
  const { server, people, renew } = site
  const known = new Known()
  const counts = new Map<string, Map<string, number>>()
  const opened = new Set<string>()
  const failures: string[] = []
  let answered = 0

  const note = (pattern: string, what: string) => {
    const row = counts.get(pattern) ?? new Map<string, number>()
    row.set(what, (row.get(what) ?? 0) + 1)
    counts.set(pattern, row)
    answered += 1
  }

  /** Sends a request as somebody, and takes in what its answer tells. */
  const ask = async (person: Person, sent: Sent, pattern: string): Promise<Answer> => {
    let answer = await send(server.url, sent)
    // A machine with much to do may keep one waiting; the same request alone must not.
    if (answer.kind === 'late') answer = await alone(() => send(server.url, sent))
    if (answer.kind !== 'answer') {
      note(pattern, answer.kind)
      // Whoever sends too much may find the connection closed before it has sent all of it.
      if (answer.kind === 'late' || (sent.body?.length ?? 0) < 60_000)
        failures.push(describe(person, sent, answer.kind))
      return answer
    }
    const { status, headers, text } = answer
    const leads = headers.location ?? ''
    note(pattern, String(status))
    if (status >= 500) failures.push(describe(person, sent, `${status} ${text.slice(0, 200)}`))
    if (status < 400 && !leads.startsWith('/auth?')) opened.add(`${person.role} ${pattern}`)
    if (status < 400 && headers['content-type']?.startsWith('text/html')) known.read(text, sent.path)
    const isOut = leads.startsWith('/auth') || status === 401 || /^\/sign-out/i.test(sent.path)
    if (person.userId && (isOut || text.includes('"/auth?'))) await renew(person)
    return answer
  }

  let quiet: Promise<unknown> = Promise.resolve()
  const alone = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const done = quiet.then(async () => {
      await sleep(200)
      return act()
    })
    quiet = done.catch(() => undefined)
    return done
  }

  const headersOf = (person: Person, address: number, https: boolean): Record<string, string> => ({
    ...(person.cookie && { Cookie: person.cookie }),
    'X-Forwarded-For': `2001:db8:${(address >> 8).toString(16)}:${(address & 255).toString(16)}::1`,
    'X-Forwarded-Proto': https ? 'https' : 'http',
  })
  const open = (person: Person, path: string) =>
    ask(
      person,
      { method: 'GET', path, headers: headersOf(person, 0, false), body: null, chunked: false },
      patternOf(path),
    )
  const submit = (person: Person, path: string, type: string, body: Buffer) =>
    ask(
      person,
      {
        method: 'POST',
        path,
        headers: { ...headersOf(person, 0, false), Origin: server.url, 'Content-Type': type },
        body,
        chunked: false,
      },
      patternOf(path),
    )

  /** Every address as everybody, as a person would open it, after what only shows once somebody did something. */
  const walk = async () => {
    const formType = 'application/x-www-form-urlencoded'
    const upload = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\nother\r\n'),
      Buffer.from('--x\r\nContent-Disposition: form-data; name="document"; filename="a.png"\r\n\r\n'),
      smallPicture,
      Buffer.from('\r\n--x--\r\n'),
    ])
    for (const person of people.filter(({ role }) => role === 'member')) {
      await submit(person, '/verification?step=military', formType, Buffer.from('form=military'))
      await submit(person, '/verification/documents?from=wizard', 'multipart/form-data; boundary=x', upload)
      await submit(person, '/profile', formType, Buffer.from('form=request-export'))
    }
    for (const person of people) {
      const json = 'application/json'
      await submit(person, '/functions/v1/printful-api', json, Buffer.from('{"endpoint":"sync/products"}'))
      await submit(person, '/near-me', json, Buffer.from('{"latitude":53.8,"longitude":-1.55}'))
      const event = '{"type":"product_updated","created":1,"data":{"sync_product":{"id":3}}}'
      await submit(person, '/webhooks/printful', json, Buffer.from(event))
    }
    for (const path of ['/profile?tab=settings', '/profile?tab=verification', '/shop/orders', '/shop']) {
      for (const person of people) {
        // What a job makes, or the shop reads from its provider, is there in a moment.
        for (let tries = 0; tries < 20 && !(await isThere(person, path)); tries += 1) await sleep(500)
      }
    }
    for (const path of [
      '/admin',
      '/admin?tab=profiles',
      '/admin/enquiries',
      '/admin?tab=shop',
      '/admin?tab=businesses',
      '/directory',
    ]) {
      for (const person of people) await open(person, path)
    }
    // A case shows its documents to the one who has taken it alone.
    for (const path of known.pathsOf('admin/verifications/:id')) {
      for (const person of people) await open(person, path)
    }
    known.addPath('/sitemaps/pages.xml')
    known.addPath('/find/plumber/leeds')
    for (const path of site.addresses) {
      known.addPath(path)
      for (const person of people) await open(person, path)
    }
    for (const pattern of patterns) for (const person of people) await open(person, known.pathOf(pattern, 0))
    // What is one's own is not always the first of its kind, and some of it is known only now.
    for (const pattern of patterns) {
      for (const person of people) {
        for (const path of known.pathsOf(pattern)) {
          if (!opened.has(`${person.role} ${pattern}`) && !isClosed(pattern, person.role)) await open(person, path)
        }
      }
    }
  }
  const isThere = async (person: Person, path: string) => {
    await open(person, path)
    const wanted: Record<string, [FuzzRole, string]> = {
      '/profile?tab=settings': ['member', 'profile/data/:id'],
      '/shop': ['visitor', 'shop/:slug'],
    }
    const [role, pattern] = wanted[path] ?? ['visitor', '']
    return !pattern || person.role !== role || known.pathOf(pattern, 0) !== `/${pattern}`
  }

  const carryOut = async (made: Recipe): Promise<void> => {
    const person = people[made.person % people.length] as Person
    const pattern = patterns[made.pattern % patterns.length] ?? ''
    const headers = headersOf(person, made.address, made.https)
    if (made.what === 'raw') {
      const common = Object.entries(headers).map((pair) => pair.join(': '))
      // News has no end, and a socket does not know what it reads.
      const path = pattern === 'live' ? '/dashboard' : known.pathOf(pattern, made.choice)
      const all = rawRequests(path, common)
      const { name, bytes, cut } = all[made.choice % all.length] as (typeof all)[number]
      const { statuses, ended } = await sendRaw(server.url, bytes, { cut })
      note('(raw)', statuses.join('+') || 'closed')
      if (!ended || statuses.some((status) => status >= 500)) {
        failures.push(
          `raw, ${name}: ${ended ? statuses : 'late'}\n${JSON.stringify(bytes.slice(0, 1_000).replace(/Cookie: .*/, ''))}`,
        )
      }
      return
    }
    const origins = { own: server.url, none: '', null: 'null', other: 'https://elsewhere.example' }
    const origin = origins[made.origin]
    const more = { ...(origin && { Origin: origin }), ...made.headers }
    const form = made.what === 'form' ? known.form(made.choice) : undefined
    if (form) {
      const fields = form.fields.map((field): [string, string] => [...field])
      for (const [index, value] of made.changes) {
        const field = fields[index % Math.max(1, fields.length)]
        if (field) field[1] = value
      }
      const text = encodeForm(fields)
      const isRead = form.method === 'GET'
      const path = write(form.path, made)
      await ask(
        person,
        {
          method: form.method,
          path: isRead ? `${path.replace(/\?.*$/, '')}?${text}` : path,
          headers: {
            ...headers,
            ...(origin && { Origin: origin }),
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: isRead ? null : Buffer.from(text),
          chunked: made.chunked,
        },
        patternOf(form.path),
      )
      return
    }
    const params = made.parameter
    const base = params === null ? known.pathOf(pattern, made.choice) : pattern === '' ? '/' : `/${pattern}`
    const filled = base.replace(/:\w+|\*$/g, () => encodeURIComponent((params ?? 'x').toWellFormed()))
    const query = encodeForm(made.query)
    const body = made.method === 'GET' || made.method === 'HEAD' ? null : writeBody(made.body)
    await ask(
      person,
      {
        method: made.method,
        path: write(filled, made) + (query && `?${query}`),
        headers: { ...headers, ...(body && { 'Content-Type': body.type }), ...more },
        body: body?.bytes ?? null,
        chunked: made.chunked,
      },
      pattern,
    )
  }

  try {
    await walk()
    const recipes = fc.sample(recipe, { seed, numRuns: Math.max(0, total - answered) })
    const lane = async () => {
      for (let made = recipes.pop(); made && failures.length < 50; made = recipes.pop()) await carryOut(made)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return await report()
  } finally {
    await site.stop()
    await postgres.stop()
  }

  async function report(): Promise<boolean> {
    const table = [...counts].sort(([one], [other]) => one.localeCompare(other))
    for (const [pattern, row] of table) {
      const cells = [...row]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([what, count]) => `${what} x${count}`)
      console.log(`/${pattern}`.padEnd(38), cells.join('  '))
    }
    for (const failure of failures) console.log(`\n${failure}`)
    const limited = table.reduce((sum, [, row]) => sum + (row.get('429') ?? 0), 0)
    const unopened = patterns.flatMap((pattern) =>
      roles
        .filter((role) => !isClosed(pattern, role) && !opened.has(`${role} ${pattern}`))
        .map((role) => `${role}: /${pattern}`),
    )
    if (unopened.length > 0) console.log(`\nNever opened: ${unopened.join(', ')}`)
    const log = await readFile(server.logFile, 'utf8')
    const errors = log.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line))
    for (const line of errors.slice(0, 20)) console.log(`\nlogged: ${line.slice(0, 1_500)}`)
    const late = limited > answered / 10
    console.log(`\n${answered} requests of seed ${seed}: ${failures.length} failed, ${limited} were one too many (429)`)
    return failures.length === 0 && unopened.length === 0 && errors.length === 0 && !late
  }
}

/** Whether nobody of a role is to get a 2xx or 3xx. */
function isClosed(pattern: string, role: FuzzRole): boolean {
  if (closed[pattern]) return closed[pattern].includes(role)
  if (/^admin\b/.test(pattern) && role !== 'admin')
    return !/^admin(\/verifications\/:id)?$/.test(pattern) || role !== 'reviewer'
  return role === 'visitor' && /^(dashboard|onboarding|profile|my-|shop\/orders)/.test(pattern)
}

/** A path as it might be written too. */
function write(path: string, { writing }: Recipe): string {
  const [plain = '', query] = path.split('?')
  const written = {
    'as it is': plain,
    data: plain === '/' ? '/_.data' : `${plain}.data`,
    capitals: plain.toUpperCase(),
    slash: `${plain}/`,
    encoded: plain.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    double: plain.replace('/', '//'),
  }[writing]
  return query === undefined ? written : `${written}?${query}`
}

function describe(person: Person, { method, path, headers, body, chunked }: Sent, what: string): string {
  const { Cookie: _, ...shown } = headers
  const text = body ? `\n${chunked ? 'chunked ' : ''}${JSON.stringify(body.subarray(0, 1_000).toString('latin1'))}` : ''
  return `${what}\n${person.role}: ${method} ${path.slice(0, 500)}\n${JSON.stringify(shown).slice(0, 1_000)}${text}`
}
