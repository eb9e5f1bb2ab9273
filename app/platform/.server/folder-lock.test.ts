import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
const ends: (() => void)[] = []

beforeEach(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), 'muster-lock-')))
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await rm(folder, { recursive: true })
})

/** A second process that tries to lock a folder, stays alive, and reports the result. */
async function holdElsewhere(held: string, environment: Record<string, string> = {}) {
  const module = pathToFileURL('app/platform/.server/folder-lock.ts').href
  const script = `
    import { lockFolder } from ${JSON.stringify(module)}
    await lockFolder(${JSON.stringify(held)}).then(() => console.log('held'), (error) => console.log(error.name + ' ' + error.message))
    setInterval(() => undefined, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  ends.push(() => child.kill('SIGKILL'))
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    said,
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function hold(held: string): Promise<void> {
  ends.push(await lockFolder(held))
}

test('a folder is held once, and whoever comes second is told what to do', async () => {
  await hold(folder)
  const refusal = await lockFolder(folder).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FolderInUseError)
  const { message } = refusal as FolderInUseError
  for (const word of [folder, 'Stop that process', 'DATA_DIR', 'DATABASE_URL']) expect(message).toContain(word)
})

test('a folder is free once it is let go of', async () => {
  const letGo = await lockFolder(folder)
  letGo()
  await hold(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
})

test('two folders are held apart', async () => {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  await hold(one)
  await hold(two)
  expect([existsSync(one), existsSync(two)]).toEqual([true, true])
})

test('a folder is the same by every path that leads to it', async () => {
  mkdirSync(join(folder, 'real'))
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  await hold(join(folder, 'real'))
  await expect(lockFolder(join(folder, 'link'))).rejects.toThrow(FolderInUseError)
  await expect(lockFolder(join(folder, 'real', '..', 'real'))).rejects.toThrow(FolderInUseError)
})

test('another process is refused too', async () => {
  await hold(folder)
  expect((await holdElsewhere(folder)).said).toMatch(/^FolderInUseError Another Muster process is using /)
})

test('another process is refused although its temporary folder is another', async () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const held = join(folder, 'held')
  await hold(held)
  expect((await holdElsewhere(held, { TMPDIR: temporary })).said).toMatch(/^FolderInUseError/)
})

test('a process of an older release, which knows the socket alone, is noticed and notices', async () => {
  const name = `muster-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.sock`
  const older = createServer((socket) => socket.end('older')).listen(join(tmpdir(), name))
  await once(older, 'listening')
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  older.close()
  await once(older, 'close')

  await hold(folder)
  const asking = connect(join(tmpdir(), name))
  await once(asking, 'connect')
  asking.destroy()
})

test('a folder that another process holds is refused until that process is killed', async () => {
  const other = await holdElsewhere(folder)
  expect(other.said).toBe('held')
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await other.kill()
  expect(readdirSync(folder)).toEqual(['lock'])
  // The lock of a killed process can be acquired.
  await hold(folder)
  expect((await holdElsewhere(folder)).said).toMatch(/^FolderInUseError/)
})

test('of several that come at once after a kill only one holds the folder', async () => {
  const other = await holdElsewhere(folder)
  await other.kill()
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder)))
  const holders = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  ends.push(...holders)
  expect(holders.length).toBeLessThanOrEqual(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(FolderInUseError)
  }
})
