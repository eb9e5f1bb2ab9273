import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { parseConfig } from '#app/platform/.server/config.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { startServerPlatform } from './start-platform.ts'

// Encoding them takes most of the time of a demo's first start; the full run of the end-to-end tests does it.
vi.mock('#app/platform/.server/images/images.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#app/platform/.server/images/images.ts')>()),
  encodePicture: async () => ({
    width: 480,
    height: 320,
    colour: '#aabbcc',
    sizes: [{ width: 480, format: 'webp', bytes: Buffer.from('a picture') }],
  }),
}))

/** As many as the accounts to try out need, of 400. */
vi.mock('#demo/businesses.ts', async (importOriginal) => {
  const { makeDemoBusinesses } = await importOriginal<typeof import('#demo/businesses.ts')>()
  return { makeDemoBusinesses: () => makeDemoBusinesses().slice(0, 50) }
})

test('a demo fills its empty database by itself, with businesses and their pictures, and only once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-demo-'))
  const said = vi.spyOn(console, 'log').mockReturnValue()
  const start = async () => {
    const { platform, close } = await startServerPlatform(
      parseConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', WORKER: 'apart' }),
    )
    const [row] = await queryRows<Record<string, number>>(
      platform.db,
      sql`SELECT count(*)::int AS listed, count(logo_url)::int AS logos,
            (SELECT count(*)::int FROM business_gallery_images) AS gallery, (SELECT count(*)::int FROM podcasts) AS podcasts
          FROM public_businesses_view`,
    )
    await close()
    return row
  }
  try {
    const first = await start()
    expect(Object.keys(first ?? {})).toHaveLength(4)
    for (const count of Object.values(first ?? {})) expect(count).toBeGreaterThan(5)
    expect(said).toHaveBeenCalledWith('Filling the empty database with sample businesses, once...')
    said.mockClear()
    expect(await start()).toEqual(first)
    expect(said).not.toHaveBeenCalled()
  } finally {
    said.mockRestore()
    await rm(folder, { recursive: true })
  }
}, 60_000)
