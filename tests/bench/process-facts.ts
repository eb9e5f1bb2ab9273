import { readFileSync } from 'node:fs'

/** Bytes of memory that a process takes at this moment. Linux only. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** Milliseconds of a processor that a process has used. Linux only; the kernel counts in hundredths of a second. */
export function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
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
