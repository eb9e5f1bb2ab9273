import { readFileSync } from 'node:fs'

/** Bytes of memory that a process takes at this moment. Linux only. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/**
 * Milliseconds of a processor that a process has used, and those of its children that have ended if asked for. Linux only; the kernel
 * counts in hundredths of a second.
 */
export function processorTimeOf(pid: number, { withEnded = false } = {}): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = Number(fields[11]) + Number(fields[12])
  const ofEnded = withEnded ? Number(fields[13]) + Number(fields[14]) : 0
  return (own + ofEnded) * 10
}

/**
 * Begins to count the time of a processor that a process takes with all that it started; what is returned tells it, in milliseconds.
 * The time of a child that ended counts too, as its parent has waited for it. Linux only.
 */
export function watchProcessorTime(pid: number): () => number {
  const read = (tries = 3): number => {
    try {
      return listTree(pid).reduce((sum, each) => sum + processorTimeOf(each, { withEnded: true }), 0)
    } catch (error) {
      // One of them has just ended.
      if (tries > 1) return read(tries - 1)
      throw error
    }
  }
  const before = read()
  return () => read() - before
}

/** A process and all that it started. Linux only. */
export function listTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => listTree(Number(child)))]
}

/** Follows the memory of a process; `stop` gives the most that it took. */
export function recordPeak(pid: number): { stop: () => number } {
  let most = memoryOf(pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(most, memoryOf(pid))
    },
  }
}
