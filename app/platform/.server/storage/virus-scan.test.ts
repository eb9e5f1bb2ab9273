import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startVirusDaemon, testVirus, type VirusDaemon } from '#tests/vendors/virus-daemon.ts'
import { openVirusScanner, VirusScanFailedError } from './virus-scan.ts'

const daemons: VirusDaemon[] = []
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.stop()
})

async function start(path?: string): Promise<VirusDaemon> {
  const daemon = await startVirusDaemon(path)
  daemons.push(daemon)
  return daemon
}

const large = Buffer.alloc(300_000, 'a paper ')

describe('a scanner', () => {
  test('is none without a daemon', () => {
    expect(openVirusScanner(null)).toBeNull()
  })

  test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 300_000])('hands over %i bytes as they are', async (length) => {
    const daemon = await start()
    expect(await openVirusScanner(daemon.url)?.scan(large.subarray(0, length))).toBe('clean')
    expect(daemon.seen).toEqual([large.subarray(0, length)])
  })

  test('says that there is a virus, also over a socket of the machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-clamd-'))
    for (const daemon of [await start(), await start(join(folder, 'clamd.ctl'))]) {
      const scanner = openVirusScanner(daemon.url)
      expect(await scanner?.scan(Buffer.concat([large, Buffer.from(testVirus)]))).toBe('infected')
      expect(await scanner?.scan(large)).toBe('clean')
    }
    await rm(folder, { recursive: true })
  })

  test.each(['INSTREAM size limit exceeded. ERROR', 'stream: something ERROR', 'OK', '', 'x'.repeat(2_000)])(
    'takes nothing for clean where the daemon says %j',
    async (answer) => {
      const daemon = await start()
      daemon.say(answer)
      await expect(openVirusScanner(daemon.url)?.scan(large)).rejects.toThrow(VirusScanFailedError)
    },
  )

  test('gives up on a daemon that says nothing, or is not there', async () => {
    const daemon = await start()
    daemon.fallSilent()
    await expect(openVirusScanner(daemon.url, { timeout: 200 })?.scan(large)).rejects.toThrow(VirusScanFailedError)
    await daemon.stop()
    daemons.length = 0
    await expect(openVirusScanner(daemon.url)?.scan(large)).rejects.toThrow('the daemon cannot be reached')
    await expect(openVirusScanner('unix:/nowhere/clamd.ctl')?.scan(large)).rejects.toThrow(VirusScanFailedError)
  })
})
