import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchSyncs } from '#tests/recording-disk.ts'
import { readOrCreateSecretFile } from './platform.ts'

test.each(['secret', 'evidence-key'] as const)(
  'the kept %s is on the disk before it is used, and stays the same',
  async (name) => {
    const folder = realpathSync(await mkdtemp(join(tmpdir(), 'muster-secret-')))
    const file = join(folder, name)
    const synced = await watchSyncs()
    const made = await readOrCreateSecretFile(folder, name)
    expect(Buffer.from(made, 'base64url')).toHaveLength(32)
    expect(synced.slice(-2)).toEqual([file, folder])
    expect(readdirSync(folder)).toEqual([name])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(`${made}\n`)

    // A database created by an older release may not have it yet.
    synced.length = 0
    expect(await readOrCreateSecretFile(folder, name)).toBe(made)
    expect(synced).toEqual([file, folder])
    await rm(folder, { recursive: true })
  },
)
