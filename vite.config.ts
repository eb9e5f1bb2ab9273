import { getRequestListener } from '@hono/node-server'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { content } from './vite.content.ts'

/** In development Vite's own server answers, and hands to our host what is neither an asset nor a module. */
function serveHost(): Plugin {
  return {
    name: 'serve-host',
    apply: 'serve',
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          request.url = request.originalUrl ?? request.url ?? '/'
          server
            .ssrLoadModule('./server/development.ts')
            .then((module) => getRequestListener(module.fetch, { overrideGlobalObjects: false })(request, response))
            .catch(next)
        })
      }
    },
  }
}

/** The server and the worker are two programs in one build; React Router would name both alike. */
function nameByEntry(): Plugin {
  return {
    name: 'name-by-entry',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'ssr' ? { build: { rolldownOptions: { output: { entryFileNames: '[name].js' } } } } : null,
  }
}

export default defineConfig({
  server: { port: Number(process.env.PORT || 3000), host: process.env.HOST || '127.0.0.1' },
  plugins: [content(), tailwindcss(), serveHost(), reactRouter(), nameByEntry()],
  environments: {
    ssr: { build: { rolldownOptions: { input: { index: './server/main.ts', worker: './worker/main.ts' } } } },
  },
  // The whole set of brand icons is several megabytes; bundled, the few in use are what is left of it.
  ssr: { noExternal: ['simple-icons'] },
  optimizeDeps: { include: ['radix-ui', 'lucide-react', 'simple-icons'] },
})
