// Loaded into the server's process before the server: tells over its channel how long the event loop kept others waiting.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', (word) => {
  if (word === 'begin') delay.reset()
  process.send?.({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 })
})
// The channel alone must not keep a stopped server alive.
process.channel?.unref()
