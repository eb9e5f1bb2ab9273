import cluster from 'node:cluster'
import type { FromPrimary, ToPrimary } from './primary-messages.ts'

/** Lets so many be open of each key at a time, over all web processes of this machine. */
export interface OpenLimit {
  /** Whether one more may be open. If so, `release` must follow. */
  acquire: (key: string) => Promise<boolean>
  release: (key: string) => void
}

/** Counts here, or in the primary if this is one of its web processes. */
export function createOpenLimit(limit: number): OpenLimit {
  return cluster.isWorker ? countInPrimary(limit) : countHere(limit)
}

function countHere(limit: number): OpenLimit {
  const counts = new Map<string, number>()
  return {
    acquire: async (key) => {
      const count = counts.get(key) ?? 0
      if (count >= limit) return false
      counts.set(key, count + 1)
      return true
    },
    release: (key) => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}

function countInPrimary(limit: number): OpenLimit {
  const waiting = new Map<number, (isAllowed: boolean) => void>()
  let lastId = 0
  const send = (message: ToPrimary) => process.send?.(message)
  process.on('message', (message: FromPrimary) => {
    if (message.act !== 'acquired') return
    waiting.get(message.id)?.(message.isAllowed)
    waiting.delete(message.id)
  })
  return {
    acquire: (key) =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        send({ act: 'acquire', id: lastId, key, limit })
      }),
    release: (key) => send({ act: 'release', key }),
  }
}
