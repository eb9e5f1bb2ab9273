import fs, { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/** Paths that this process has fsynced since, in order, until the test ends. Linux only. */
export async function watchSyncs(): Promise<string[]> {
  const paths: string[] = []
  const note = (descriptor: number) => paths.push(readlinkSync(`/proc/self/fd/${descriptor}`))
  const { fsyncSync } = fs
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    note(descriptor)
    fsyncSync(descriptor)
  })
  // Modules that imported it by name see the change too.
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  const handle = await open('/proc/self/status')
  const handles = Object.getPrototypeOf(handle)
  const { sync } = handles
  vi.spyOn(handles, 'sync').mockImplementation(function (this: typeof handle) {
    note(this.fd)
    return sync.call(this)
  })
  await handle.close()
  return paths
}
