// Loaded into the server's process before the server: tells over its channel how long the event loop kept others waiting, and what
// the processor did meanwhile.
import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const session = new Session()

const answers = {
  begin: () => {
    delay.reset()
    return readDelay()
  },
  read: readDelay,
  'begin profile': async () => {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    await session.post('Profiler.start')
    return null
  },
  'read profile': async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return profile
  },
}

function readDelay() {
  return { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
}

process.on('message', async (word) => process.send?.(await answers[word]()))
// The channel alone must not keep a stopped server alive.
process.channel?.unref()
