import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { compressBuilt } from './scripts/vite/compress.ts'
import { content } from './scripts/vite/content.ts'
import { firstScript } from './scripts/vite/first-script.ts'
import { iconDrawings } from './scripts/vite/icons.ts'

/** In development Vite's server responds, and passes everything that is neither an asset nor a module to our host. */
function serveHost(): Plugin {
  return {
    name: 'serve-host',
    apply: 'serve',
    configureServer(server) {
      const loadHost = () => server.ssrLoadModule('./server/development.ts')
      const { httpServer } = server
      // Opened at the start, not by the first request, so that the worker runs and the accounts are printed.
      httpServer?.once('listening', async () => {
        try {
          const { announce } = await loadHost()
          await announce((httpServer.address() as AddressInfo).port)
        } catch (error) {
          // The next request loads the code again and shows the same error.
          server.config.logger.error(String(error instanceof Error ? error.stack : error))
        }
      })
      return () => {
        server.middlewares.use((request, response, next) => {
          request.url = request.originalUrl ?? request.url ?? '/'
          loadHost()
            .then((module) => getRequestListener(module.fetch, { overrideGlobalObjects: false })(request, response))
            .catch(next)
        })
      }
    },
  }
}

/** The server, its preparation and the worker are programs of one build; React Router would give all the same name. */
function nameByEntry(): Plugin {
  return {
    name: 'name-by-entry',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr' ? { build: { rolldownOptions: { output: { entryFileNames: '[name].js' } } } } : null,
  }
}

/**
 * Bundles the packages that consist of many files into the server's build. Node resolves, reads and compiles each file of the others
 * separately, which took half of the start, and loads all of a package. The build for coverage leaves them out, as it measures our own code.
 */
function bundleLargePackages(): Plugin {
  const noExternal = [
    /^(@better-auth\/|@better-fetch\/)/,
    /^drizzle-orm/,
    '@react-router/node',
    // Of these only the parts that are used, a hundredth of them.
    /^@radix-ui\//,
    'lucide-react',
    'better-auth',
    'better-call',
    'jose',
    'kysely',
    'react-router',
    'stripe',
    'zod',
  ]
  return {
    name: 'bundle-large-packages',
    apply: 'build',
    configEnvironment: (name) => (name === 'ssr' ? { resolve: { noExternal } } : null),
  }
}

/**
 * The build that scripts/coverage.mjs measures: every statement keeps its position in the source. The files do not name their
 * source maps, because Node would copy each map into every report; unused code is still removed.
 */
function traceToSource(): Plugin {
  return {
    name: 'trace-to-source',
    apply: 'build',
    configEnvironment: (name) => ({
      build: {
        sourcemap: 'hidden',
        minify: false,
        rolldownOptions: {
          output: { minify: false },
          optimization: { inlineConst: false },
          ...(name === 'ssr' && { treeshake: false }),
        },
      },
    }),
  }
}

/**
 * Code that several screens share comes in a few files instead of fifty: a browser that requests six at a time waits for the network
 * each time, and small files hardly compress. Code of one screen stays with it, and code for a click stays separate.
 */
const validation = /node_modules[\\/]zod[\\/]|app[\\/](ui[\\/]check-form|lib[\\/](form-text|form-fields|email))\.ts/
const forms = /node_modules[\\/]@conform-to[\\/](react|dom)[\\/]|app[\\/]ui[\\/]schema-form/
const fields =
  /app[\\/]ui[\\/](field|form-frame|form-problems|error-summary|answer-notice|preserve-input|submit-button|use-single-submit)\.|app[\\/]lib[\\/]toast-message/
/** What only screens of members and staff have: it brings styles, which public pages do without. */
const members = /app[\\/]ui[\\/](settings-section|form-switch|ledger|answer-in-place)\./
/** What the screens that find businesses and show them share: no styles, as those differ. */
const finding =
  /app[\\/](features[\\/](directory[\\/](model|components[\\/](directory-path|map-bar))|verification[\\/]claim-rules|shortlist[\\/]components[\\/]save-button)|ui[\\/]country)\./
/** What many screens have, but none that a visitor's first form is on: the links between pages of a list, and the sizes of pictures. */
const lists = /app[\\/](ui[\\/](keyset-)?pagination\.tsx|lib[\\/]pictures)/

const sharedChunks = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 7 },
  // What every screen needs: the frame of the page, and what that is made of. A chunk includes its dependencies.
  { name: 'shell', test: /app[\\/]root\.tsx$/, priority: 6 },
  {
    name: 'common',
    test: (id: string) =>
      /app[\\/](ui|lib)[\\/]|node_modules[\\/]lucide-react/.test(id) &&
      ![forms, fields, validation, members, lists].some((group) => group.test(id)),
    priority: 5,
    minShareCount: 8,
  },
  { name: 'fields', test: fields, priority: 4 },
  { name: 'finding', test: finding, priority: 4 },
  // The page with the form of another site needs it, and no videos.
  { name: 'link-then-button', test: /app[\\/]ui[\\/]link-then-button/, priority: 4 },
  {
    name: 'listing',
    test: /app[\\/](features[\\/]verification[\\/]components[\\/]what-we-checked|ui[\\/](video-embed|share|preview-band)\.tsx|ui[\\/](listing-page|preview-band)\.css|lib[\\/]share-links)/,
    priority: 3,
  },
  { name: 'directory-styles', test: /directory[\\/]components[\\/](directory|result-map)\.css/, priority: 3 },
  {
    name: 'verifying',
    test: /app[\\/](features[\\/]verification[\\/]components[\\/](explainer|status-card|verification)|ui[\\/]progress-ranks)\.css/,
    priority: 3,
  },
  { name: 'forms', test: forms, priority: 3 },
  // Loaded when somebody enters a form.
  { name: 'validation', test: validation, priority: 2 },
]

/** What scripts/ starts: the web server, what is done once before there are several of them, and the worker. */
const programs = { index: './server/main.ts', worker: './worker/main.ts' }

export default defineConfig({
  server: {
    port: Number(process.env.PORT || 3000),
    host: process.env.HOST || '127.0.0.1',
    // The simulators of the shop's providers call this port, so no other free port will do.
    strictPort: true,
  },
  plugins: [
    content(),
    firstScript(),
    iconDrawings(),
    serveHost(),
    reactRouter(),
    nameByEntry(),
    compressBuilt(),
    process.env.COVERAGE ? traceToSource() : bundleLargePackages(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
    ssr: { build: { rolldownOptions: { input: programs } } },
  },
  // The widths of media.css. What older browsers need is written when the build makes styles small, and not twice.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true }, targets: {} } },
  optimizeDeps: { include: ['@radix-ui/react-toast', 'lucide-react'] },
})
