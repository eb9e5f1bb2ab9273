import { createHmac } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { createRequire } from 'node:module'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { create } from 'fontkit'
import { CircleCheck } from 'lucide-react'
import pdfkit from 'pdfkit'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import pino from 'pino'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, Scripts, ScrollRestoration, ServerRouter } from 'react-router'
import { RequestFilteringHttpAgent } from 'request-filtering-agent'
import { expect, onTestFinished, test } from 'vitest'
import { deferPageScripts } from '#app/platform/.server/page-cache/deferred-hydration.ts'
import { openEmptyDatabase } from './database.ts'
import { openConnection } from './one-connection.ts'

// What the product relies on although the library does not promise it (docs/decisions/0076-what-libraries-do-not-promise.md). A test that
// fails names the library and its version: the file named with it has to follow.

interface Reliance {
  library: string
  /** The files that rely on it, and no others. */
  files: string[]
  /** What only these files say. */
  says: RegExp
  check: () => unknown
}

const reliances: { [on: string]: Reliance } = {
  'the socket of a connection, and whether a statement is under way': {
    library: 'pg',
    files: ['app/platform/.server/database/silent-connections.ts'],
    says: /readyForQuery|_ending|connection\.stream/,
    check: async () => {
      const { url, close } = await openEmptyDatabase()
      const client = new pg.Client({ connectionString: url })
      onTestFinished(async () => {
        await client.end()
        await close()
      })
      await client.connect()
      const inside = client as unknown as { connection: { stream: Socket } }
      expect(inside.connection.stream.setKeepAlive).toBeTypeOf('function')
      expect(inside).toMatchObject({ readyForQuery: true, _ending: false })
      const answer = client.query('SELECT 1')
      expect(inside).toMatchObject({ readyForQuery: false })
      await answer
      expect(inside).toMatchObject({ readyForQuery: true })
    },
  },
  'the messages of errors without a code': {
    library: 'pg',
    files: ['app/platform/.server/start-errors.ts'],
    says: /\^\(timeout expired/,
    check: async () => {
      const messageOf = async (answer: (socket: Socket) => void): Promise<string> => {
        const server = await listen(createTcpServer(answer))
        const client = new pg.Client({ host: '127.0.0.1', port: server, connectionTimeoutMillis: 50 })
        client.on('error', () => undefined)
        return client.connect().then(
          () => '',
          ({ message }: Error) => message,
        )
      }
      expect(await messageOf(() => undefined)).toBe('timeout expired')
      expect(await messageOf((socket) => void socket.once('data', () => socket.end()))).toMatch(
        /^Connection terminated/,
      )
    },
  },
  'the columns of its tables, and the order of states': {
    library: 'pg-boss',
    files: [
      'app/platform/.server/jobs/jobs.ts',
      // These take the columns that there are.
      'app/features/backups/restore-service.server.ts',
      'app/features/backups/tables-service.server.ts',
    ],
    says: /pgboss\.(job|queue|version)\b|nspname = 'pgboss'/,
    check: () => {
      const plans = getConstructionPlans('pgboss')
      const columns =
        'start_after created_on started_on completed_on heartbeat_on retry_count retry_limit output data monitor_on monitor_claim_on maintain_on cron_on'
      for (const column of columns.split(' ')) expect(plans).toMatch(new RegExp(`\\b${column}\\b`, 'i'))
      expect(plans.replaceAll(/\s+/g, ' ')).toMatch(/'created', 'retry', 'active', 'completed', 'cancelled', 'failed'/)
    },
  },
  'what its scripts look like in HTML': {
    library: 'react-router',
    files: ['app/platform/.server/page-cache/deferred-hydration.ts'],
    says: /wanted-modulepreload"'/,
    check: async () => {
      const html = deferPageScripts(await renderScripts(), { atOnce: false })
      const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length).toBeGreaterThan(2)
      for (const tag of scripts) expect(tag).toMatch(/ type="text\/(wanted|left-out)"/)
      expect(scripts.filter((tag) => tag.includes('left-out'))).toHaveLength(1)
      expect(scripts.filter((tag) => tag.includes('data-module'))).toHaveLength(1)
      expect(html).toContain('<link rel="wanted-modulepreload" href="/entry.js"')
    },
  },
  'the names of cookies and how they are signed': {
    library: 'better-auth',
    files: ['app/features/account/better-auth.server.ts', 'app/lib/cookies.ts'],
    says: /createAuthCookie|\[\\w\+\/\]\{43\}=|\.(session_token|two_factor)'/,
    check: async () => {
      const secret = 'a secret of this test that is long enough'
      const auth = betterAuth({
        secret,
        baseURL: 'http://muster.example',
        database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
        emailAndPassword: { enabled: true, password: { hash: async (text) => text } },
        advanced: { cookiePrefix: 'muster' },
        logger: { disabled: true },
      })
      const body = { email: 'sam@sample.example', password: 'long enough', name: 'Sam' }
      const { headers } = await auth.api.signUpEmail({ body, returnHeaders: true })
      const [, value = ''] = /^muster\.session_token=([^;]+);/.exec(headers.get('Set-Cookie') ?? '') ?? []
      const [, text = '', signature] = /^(.+)\.([\w+/]{43}=)$/.exec(decodeURIComponent(value)) ?? []
      expect(signature).toBe(createHmac('sha256', secret).update(text).digest('base64'))
      expect((await auth.$context).createAuthCookie('two_factor').name).toBe('muster.two_factor')
    },
  },
  'taking a font that is open': {
    library: 'pdfkit',
    files: ['app/features/credentials/kit/print.ts'],
    says: /registerFont\(/,
    check: () => {
      const bytes = readFileSync(
        createRequire(import.meta.url).resolve('@fontsource/public-sans/files/public-sans-latin-400-normal.woff'),
      )
      const document = new pdfkit()
      document.registerFont('open', create(bytes) as never)
      expect(document.font('open').widthOfString('Muster')).toBeGreaterThan(1)
    },
  },
  'what a component of an icon renders': {
    library: 'lucide-react',
    files: ['app/ui/icon.tsx', 'scripts/vite/icons.ts'],
    says: /props\.icon\b|createLucideIcon/,
    check: () => {
      const icon = CircleCheck as unknown as { render: (props: object, ref: null) => { props: { icon: unknown } } }
      expect(icon.render({}, null).props.icon).toMatchObject({
        node: [
          ['circle', { r: '10' }],
          ['path', {}],
        ],
      })
      expect(existsSync('node_modules/lucide-react/dist/esm/createLucideIcon.mjs')).toBe(true)
      expect(readFileSync('node_modules/lucide-react/dist/esm/icons/circle-check.mjs', 'utf8')).toContain('__iconData')
    },
  },
  'cutting off connections with a body that nobody read (if not, the file can go)': {
    library: '@hono/node-server',
    files: ['server/unread-bodies.ts'],
    says: /removeAllListeners\('data'\)/,
    check: async () => {
      const answer = async ({ url, body }: Request) => {
        if (url.endsWith('/next')) await new Promise((resolve) => setTimeout(resolve, 700))
        return new Response(body ? 'no' : '')
      }
      const port = await listen(createServer(getRequestListener(answer, { overrideGlobalObjects: false })))
      const { send, close } = openConnection(`http://127.0.0.1:${port}`)
      onTestFinished(close)
      await send('POST', '/', 'a'.repeat(1_000_000))
      await expect(send('POST', '/next', 'x=1')).rejects.toThrow()
    },
  },
  'the stream of a logger, and whether it is writing': {
    library: 'pino',
    files: ['app/platform/.server/observability/log.ts'],
    says: /\._writing|streamSym/,
    check: () => {
      const log = pino(pino.destination({ dest: '/dev/null', sync: false })) as pino.Logger & { [key: symbol]: unknown }
      expect(log[pino.symbols.streamSym]).toMatchObject({
        _writing: expect.any(Boolean),
        flushSync: expect.any(Function),
      })
    },
  },
  'the message for a name that leads to a private address': {
    library: 'request-filtering-agent',
    files: ['app/platform/.server/http/safe-fetch.ts'],
    says: /DNS lookup /,
    check: async () => {
      const message = await new Promise<string>((resolve) => {
        get({ host: 'localhost', port: 1, agent: new RequestFilteringHttpAgent() }).on('error', (error) =>
          resolve(error.message),
        )
      })
      expect(message).toMatch(/^DNS lookup /)
    },
  },
  'the message for another key': {
    library: 'age-encryption',
    files: ['app/platform/.server/storage/backup-encryption.ts'],
    says: /no identity matched/,
    check: async () => {
      const encrypter = new Encrypter()
      encrypter.addRecipient(await identityToRecipient(await generateIdentity()))
      const sealed = await encrypter.encrypt('Muster')
      const decrypter = new Decrypter()
      decrypter.addIdentity(await generateIdentity())
      await expect(decrypter.decrypt(sealed)).rejects.toThrow(/no identity matched/i)
    },
  },
  'the warning about a picture that is not decoded, and the folders of its fonts': {
    library: 'pdfjs-dist',
    files: ['app/features/verification/documents/read-pdf.ts', 'scripts/trim.mjs'],
    says: /Image exceeded|node_modules\/pdfjs-dist/,
    check: () => {
      const worker = readFileSync('node_modules/pdfjs-dist/legacy/build/pdf.worker.mjs', 'utf8')
      expect(worker).toContain('Image exceeded maximum allowed size')
      for (const folder of ['cmaps', 'standard_fonts'])
        expect(existsSync(`node_modules/pdfjs-dist/${folder}`)).toBe(true)
    },
  },
  'the file of its command': {
    library: '@react-router/dev',
    files: ['scripts/dev.mjs'],
    says: /react-router\/dev\/bin/,
    check: () => expect(existsSync('node_modules/@react-router/dev/bin.cjs')).toBe(true),
  },
}

const listed = Object.entries(reliances).map(([on, reliance]): [title: string, Reliance] => {
  const { version } = JSON.parse(readFileSync(`node_modules/${reliance.library}/package.json`, 'utf8'))
  return [`${reliance.library} ${version}: ${on}, for ${reliance.files.join(' and ')}`, reliance]
})

const sources = globSync([
  '{app,server,worker,commands,db,demo,scripts,simulators}/**/*.{ts,tsx,mjs}',
  'app/platform/.server/**/*.ts',
]).filter((file) => !/\.test\.tsx?$/.test(file))

// spec: supply.3
test.each(listed)('as before in %s', async (_, { check }) => {
  await check()
})

test.each(listed)('nothing else relies on %s', (_, { files, says }) => {
  expect(sources.filter((file) => says.test(readFileSync(file, 'utf8'))).sort()).toEqual(files.toSorted())
})

test('nothing reads what zod keeps to itself, as its schemas have a public shape', () => {
  expect(sources.filter((file) => /\._(zod|def)\b/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the decision names each library with its files', () => {
  const rows = readFileSync('docs/decisions/0076-what-libraries-do-not-promise.md', 'utf8').split('\n')
  const missing = listed.flatMap(([, { library, files }]) =>
    files.filter((file) => !rows.some((row) => row.startsWith(`| \`${library}\``) && row.includes(`\`${file}\``))),
  )
  expect(missing).toEqual([])
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A page with React Router's scripts, as `app/root.tsx` places them. */
async function renderScripts(): Promise<string> {
  const Root = () => (
    <html lang="en-GB">
      <body>
        <ScrollRestoration nonce="n" data-left-out="" />
        <Scripts nonce="n" />
      </body>
    </html>
  )
  const { query } = createStaticHandler([{ id: 'root', path: '/', Component: Root }])
  const staticHandlerContext = await query(new Request('http://muster.example/'))
  const none = { hasAction: false, hasLoader: false, hasErrorBoundary: false, imports: [] }
  const context = {
    manifest: {
      version: '1',
      url: '/manifest.js',
      entry: { module: '/entry.js', imports: ['/chunk.js'] },
      routes: { root: { id: 'root', path: '', module: '/root.js', ...none } },
    },
    routeModules: { root: { default: Root } },
    staticHandlerContext,
    serverHandoffString: '{}',
    ssr: true,
    isSpaMode: false,
    future: {},
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  }
  return renderToString(<ServerRouter context={context as never} url="http://muster.example/" nonce="n" />)
}
