// Events that tell open pages to reload: a service announces one in its transaction, each web process hears it and tells its pages.

import { sql } from 'drizzle-orm'
import type { LiveEventKind } from '#app/lib/live.ts'
import type { Database } from '../database/database.ts'
import type { ConcurrencyLimit } from '../database/open-limit.ts'

/** What can be watched: one member's verification status, the reviewers' queue, or entries for the log beside the backups. */
export type LiveEventTopic = `member:${string}` | 'queue' | 'restore-log'

/** The database's notification channel, shared by all processes. */
export const liveEventsChannel = 'live'

/** Notifies the listeners in all processes of a change, when the transaction commits. */
export async function announceLiveEvent(transaction: Database, topic: LiveEventTopic): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${liveEventsChannel}, ${topic})`)
}

/** The kind of a topic, without the member's id. */
export function liveEventKindOfTopic(topic: LiveEventTopic): LiveEventKind {
  return topic === 'queue' ? 'queue' : 'member'
}

/** A connection that waits for changes. */
export interface LiveEventListener {
  /** The owner of the connection: each member has a maximum number of connections. */
  userId: string
  topics: readonly LiveEventTopic[]
  onNews: (topic: LiveEventTopic) => void
  /** Called when the process stops. */
  onEnd: () => void
}

export interface LiveEventHub {
  /**
   * Adds a listener. Resolves to a function that removes it, or null if the member has too many connections or the process is
   * stopping.
   */
  watch: (watcher: LiveEventListener) => Promise<(() => void) | null>
  /** How many listeners there are. */
  count: () => number
  /** Removes all listeners and accepts no more: the process is about to stop. */
  close: () => void
}

/** The maximum number of connections per member, over all processes. */
export const maxLiveConnectionsPerMember = 8

/**
 * The listeners of this process. Call `hear` with each notification of the channel, and `missSomething` when some may have been
 * lost.
 */
export function makeLiveEventHub(
  connections: ConcurrencyLimit,
): LiveEventHub & { hear: (said: string) => void; missSomething: () => void } {
  const watchers = new Set<LiveEventListener>()
  let closed = false
  const remove = (watcher: LiveEventListener) => {
    if (watchers.delete(watcher)) connections.release(watcher.userId)
  }
  return {
    watch: async (watcher) => {
      if (closed || !(await connections.acquire(watcher.userId))) return null
      watchers.add(watcher)
      if (closed) remove(watcher)
      return closed ? null : () => remove(watcher)
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
    count: () => watchers.size,
    close: () => {
      closed = true
      for (const watcher of [...watchers]) {
        watcher.onEnd()
        remove(watcher)
      }
    },
  }
}
