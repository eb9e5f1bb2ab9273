import { sql } from 'drizzle-orm'
import type { LiveKind } from '#app/lib/live.ts'
import type { Database } from './database.ts'

/** What can be watched as it changes: the standing of one member, or the queue of the reviewers. */
export type LiveTopic = `member:${string}` | 'queue'

/** The channel of the database that all processes hear. */
export const liveChannel = 'live'

/** Tells whoever watches, in any process, that something changed; they hear of it when the transaction commits. */
export async function announce(transaction: Database, topic: LiveTopic): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${liveChannel}, ${topic})`)
}

/** The kind of a topic, which names nobody. */
export function kindOf(topic: LiveTopic): LiveKind {
  return topic === 'queue' ? 'queue' : 'member'
}

/** Somebody who watches. */
export interface Listener {
  /** Whose connection it is: of one member only so many are held. */
  userId: string
  topics: readonly LiveTopic[]
  onNews: (topic: LiveTopic) => void
  /** The process ends. */
  onEnd: () => void
}

export interface Live {
  /** Begins to tell a watcher what is announced; gives how to end that, or null for one too many, and at the end. */
  watch: (watcher: Listener) => (() => void) | null
  /** Ends every watcher, and takes no more: the process is about to end. */
  close: () => void
}

/** Connections of one member that a process holds. */
export const connectionsOfOne = 8

/** Who watches in this process. `hear` is told what the channel says, `missSomething` that it may have said more. */
export function openLive(): Live & { hear: (said: string) => void; missSomething: () => void } {
  const watchers = new Set<Listener>()
  let closed = false
  return {
    watch: (watcher) => {
      const own = [...watchers].filter(({ userId }) => userId === watcher.userId)
      if (closed || own.length >= connectionsOfOne) return null
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    hear: (said) => {
      for (const { topics, onNews } of watchers) {
        const topic = topics.find((watched) => watched === said)
        if (topic) onNews(topic)
      }
    },
    missSomething: () => {
      for (const { topics, onNews } of watchers) for (const topic of topics) onNews(topic)
    },
    close: () => {
      closed = true
      for (const { onEnd } of [...watchers]) onEnd()
      watchers.clear()
    },
  }
}
