// Starts the web process (serve.mjs) with limits for its heap that fit the machine, as Node reads these only when it starts. The two end
// together: signals and the exit code are handed on, and the web process ends at once when this one is gone.
import { spawn } from 'node:child_process'
import { lstatSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { heapLimits } from './heap-limits.ts'

// What the operator sets wins.
const ownLimit = /--max-old-space-size/.test(process.env.NODE_OPTIONS ?? '')
// server/main.ts collects the garbage of the start.
const limits = [...(ownLimit ? [] : heapLimits()), '--expose-gc']
// glibc would have a pool of memory for each thread, and each keeps what was freed in it. Threads seldom allocate, so they share one.
process.env.MALLOC_ARENA_MAX ??= '1'

// Started by a link to the current release: while it changes, pages ask each process for files of both (server/assets.ts).
const folder = dirname(dirname(process.argv[1] ?? ''))
if (lstatSync(folder).isSymbolicLink()) process.env.RELEASES ??= dirname(realpathSync(folder))

const web = spawn(process.execPath, [...limits, 'scripts/serve.mjs'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => web.kill(signal))
web.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
