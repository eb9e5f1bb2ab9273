import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'

/** How a command line program ended, and what it printed on its two streams. */
interface Ending {
  code: number
  output: string
  errors: string
}

let runs = 0

/**
 * Runs a program such as `db/admin.ts` as the command line does, in the process of the test, which has the product's modules
 * loaded. One at a time: arguments and settings are the process's.
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
    // The program alone is loaded anew: it does its work while it is loaded.
    runs += 1
    await import(/* @vite-ignore */ `${pathToFileURL(file).pathname}?run=${runs}`)
    return { code: Number(process.exitCode), ...printed }
  } finally {
    Object.assign(process, { argv, exitCode })
    vi.unstubAllEnvs()
    log.mockRestore()
    error.mockRestore()
  }
}

/** Runs a program as a process of its own, with these settings alone. */
export async function spawnCommand(
  file: string,
  given: string[],
  environment: Record<string, string> = {},
): Promise<Omit<Ending, 'code'> & { code: number | null }> {
  const child = spawn(process.execPath, [file, ...given], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output, errors }
}
