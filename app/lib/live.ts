/** The kinds of live events. They contain no data: a page that gets one reloads its data. */
export type LiveEventKind = 'member' | 'queue'

/** A version of a kind of data, which changes with it. */
export type LiveDataVersions = Partial<Record<LiveEventKind, string>>

/** Seconds between heartbeats of a connection. */
export const liveHeartbeatSeconds = 30

/** Seconds without a heartbeat after which a connection is closed. */
export const liveHeartbeatGraceSeconds = 10

/** Seconds before each reconnection; the last value is used for all further attempts. */
export const liveReconnectSeconds = [1, 2, 5, 10] as const
