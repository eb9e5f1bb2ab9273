import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'

const name = 'virtual:first-script'
const source = 'app/first-script.ts'

/**
 * Builds `app/first-script.ts` as a file of its own, which needs no other. The module `virtual:first-script` gives its path. In
 * development Vite serves the source.
 */
export function firstScript(): Plugin {
  let built: Promise<{ fileName: string; code: string; map: string | null }> | undefined
  let isBuild = false
  const buildOnce = () => {
    built ??= build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        // Where it will be, so that its map leads to the source. Only measuring coverage needs the map, and code that is not minified.
        outDir: 'build/client',
        sourcemap: process.env.COVERAGE === 'true' && 'hidden',
        minify: process.env.COVERAGE !== 'true',
        rolldownOptions: { input: source },
      },
    }).then((result) => {
      const [output] = Array.isArray(result) ? result : [result]
      if (!output || !('output' in output)) throw new Error(`${source} was not built`)
      const { code, map } = output.output[0]
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
      return { fileName: `assets/first-script-${hash}.js`, code, map: map?.toString() ?? null }
    })
    return built
  }
  return {
    name: 'first-script',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null
      return `export const firstScript = ${JSON.stringify(isBuild ? `/${(await buildOnce()).fileName}` : `/${source}`)}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { fileName, code, map } = await buildOnce()
      this.emitFile({ type: 'asset', fileName, source: code })
      if (map) this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: map })
    },
  }
}
