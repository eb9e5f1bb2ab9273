import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

/** How a command line program ended, and what it printed on its two streams. */
interface Ending {
  /** Null where a signal ended it. */
  code: number | null
  output: string
  errors: string
}

let runs = 0

/**
 * Runs a program such as `commands/admin.ts` in the test's own process, where the product's modules are already loaded. Run one at a
 * time: it replaces the arguments and environment variables of the process.
 */
export async function runCommand(
  file: string,
  given: string[],
  environment: Record<string, string | undefined>,
): Promise<Ending> {
  const { argv, exitCode } = process
  const printed = { output: '', errors: '' }
  const collect = (stream: keyof typeof printed) => (line: unknown) => {
    printed[stream] += `${line}\n`
  }
  const log = vi.spyOn(console, 'log').mockImplementation(collect('output'))
  const error = vi.spyOn(console, 'error').mockImplementation(collect('errors'))
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  process.argv = [process.execPath, file, ...given]
  process.exitCode = 0
  try {
    // The program runs when it is imported. The query makes each import a new module; what it imports stays cached.
    runs += 1
    await import(/* @vite-ignore */ `../${file}?run=${runs}`)
    return { code: Number(process.exitCode), ...printed }
  } finally {
    Object.assign(process, { argv, exitCode })
    vi.unstubAllEnvs()
    log.mockRestore()
    error.mockRestore()
  }
}

/** Runs a program as a process of its own, without any settings. */
export async function spawnCommand(file: string, given: string[]): Promise<Ending> {
  const child = spawn(process.execPath, [file, ...given], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output, errors }
}
