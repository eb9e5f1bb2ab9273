/** What news there is, without whose: the page that hears it asks for itself afresh. */
export type LiveKind = 'member' | 'queue'

/** Stands for what there is of a kind: another one once there was news of it. */
export type LiveVersions = Partial<Record<LiveKind, string>>

/** Seconds between two signs of life of a connection. */
export const heartbeatSeconds = 30

/** Seconds of silence past a heartbeat after which a connection is given up. */
export const silenceSeconds = 10

/** Seconds before a lost connection is tried again, the last for every further try. */
export const reconnectSeconds = [1, 2, 5, 10] as const
