import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|svg|txt|webmanifest)$/

/**
 * Writes a maximally compressed copy beside each built file, which the host sends as it is: compressing for every visitor would give
 * files a fifth larger, and cost the server time.
 */
export function compressBuilt(): Plugin {
  return {
    name: 'compress-built',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!compressible.test(name)) continue
        const file = join(dir, name)
        const bytes = readFileSync(file)
        const smaller = {
          br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
          gz: gzipSync(bytes, { level: 9 }),
        }
        for (const [ending, compressed] of Object.entries(smaller)) {
          if (compressed.length < bytes.length) writeFileSync(`${file}.${ending}`, compressed)
        }
      }
    },
  }
}
