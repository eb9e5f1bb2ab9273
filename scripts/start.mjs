// Starts the web process (serve.mjs), or several, with limits for their heaps that fit the machine, as Node reads these only when it
// starts. They and their parent end together: signals and the exit code are handed on, and a web process whose parent is gone ends at once.
import { spawn } from 'node:child_process'
import { heapLimits } from './heap-limits.ts'

// What the operator sets wins.
const ownLimit = /--max-old-space-size/.test(process.env.NODE_OPTIONS ?? '')
// server/main.ts collects the garbage of the start.
const limits = [...(ownLimit ? [] : heapLimits()), '--expose-gc']
// glibc would have a pool of memory for each thread, and each keeps what was freed in it. Threads seldom allocate, so they share one.
process.env.MALLOC_ARENA_MAX ??= '1'

// Several are prepared for, which a single one need not wait for.
if (['1', '', undefined].includes(process.env.WEB_PROCESSES)) runOne()
else {
  const { runWebProcesses } = await import('../server/primary/main.ts')
  const addSimulators = async () => (await import('../simulators/main.ts')).addSimulators(process.env)
  await runWebProcesses({ limits, runOne, addSimulators })
}

function runOne() {
  const web = spawn(process.execPath, [...limits, 'scripts/serve.mjs'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => web.kill(signal))
  web.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}
