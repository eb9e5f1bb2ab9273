import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { heapLimits } from '../../scripts/heap-limits.ts'
import { freePort } from '../../scripts/services.mjs'

/** Milliseconds that the event loop kept others waiting. */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

export interface BenchServer {
  url: string
  pid: number
  /** Begins to measure the event loop of the server's process afresh. */
  watchLoop: () => Promise<LoopDelay>
  /** What was measured since. */
  readLoop: () => Promise<LoopDelay>
  /** Begins to sample what the processor does in the server's process. */
  beginProfile: () => Promise<null>
  /** What was sampled since. */
  readProfile: () => Promise<Profiler.Profile>
  stop: () => Promise<void>
}

/** As scripts/start.mjs sets them. */
const limits = [...heapLimits(), '--expose-gc']

/** All servers of a database need the same key: what signs credentials is stored encrypted with it. */
const evidenceKeys = `bench=${'A'.repeat(43)}`

/** Starts the built server on its own, as `npm start` does, with a probe in its process. */
export async function startBenchServer(
  folder: string,
  databaseUrl: string | null,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const port = await freePort()
  const output = openSync(join(folder, 'server.log'), 'a')
  const child = spawn(
    process.execPath,
    [...limits, '--import', './tests/bench/event-loop-probe.mjs', 'scripts/serve.mjs'],
    {
      stdio: ['ignore', output, output, 'ipc'],
      env: { ...benchSettings(port, folder, databaseUrl), MALLOC_ARENA_MAX: '1', ...environment },
    },
  )
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(child, url, join(folder, 'server.log'))
  return {
    url,
    pid: child.pid ?? 0,
    watchLoop: () => ask(child, 'begin'),
    readLoop: () => ask(child, 'read'),
    beginProfile: () => ask(child, 'begin profile'),
    readProfile: () => ask(child, 'read profile'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The settings of a server that is measured. */
export function benchSettings(port: number, folder: string, databaseUrl: string | null): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: folder,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    // Real rules, for real: mail waits, no demo. The limits stand; each visitor comes from an address of its own.
    PRODUCTION: 'true',
    SECRET: 'not a secret: this is a benchmark',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    EVIDENCE_KEYS: evidenceKeys,
    MAIL: 'hold',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
}

async function ask<Answer>(child: ChildProcess, word: string): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(word)
  const [told] = await answer
  return told as Answer
}

export async function waitUntilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  for (let tries = 0; tries < 1_800; tries += 1) {
    if (child.exitCode !== null) break
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not start:\n${readFileSync(logFile, 'utf8')}`)
}
