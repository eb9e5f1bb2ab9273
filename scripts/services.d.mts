export function chooseTemporaryFolder(): void
export function findChromium(): string | null
export function findHeadlessShell(): string | null
export function installChromium(): boolean
export function installPgBouncer(): string | null
export function findFaketime(): string | null
export function installFaketime(): void
export function startPostgres(options?: {
  sharedBuffers?: string
}): Promise<{ url: string; stop: () => void | Promise<void> } | null>
export function startPgBouncer(
  databaseUrl: string,
  options?: { entries?: Record<string, string>; settings?: Record<string, string> },
): Promise<{
  /** The URL of an entry, such as `muster` or `muster_direct`. */
  urlOf: (entry: string) => string
  pid: number
  /** Holds `pgbouncer.ini`, which is read again after SIGHUP. */
  folder: string
  /** What it has logged so far. */
  readLog: () => string
  stop: () => Promise<void>
} | null>
/** A server that only its test uses. */
export interface OwnPostgres {
  url: string
  /** Kills it as it is. */
  kill: () => Promise<void>
  /** Starts it again, on the same port; gives whether it answers. */
  start: () => Promise<boolean>
  /** Ends it and deletes its data. */
  stop: () => Promise<void>
}
export function startOwnPostgres(options?: {
  sharedBuffers?: string
  settings?: string[]
  /** Folder of PostgreSQL's programs. */
  bin?: string | null
}): Promise<OwnPostgres | null>
export function findServiceAccount(): { uid: number; gid: number } | null
export function installDebian(name: string): boolean
export function freePort(): Promise<number>
export function installPrograms(programs: [program: string, debianName: string][]): boolean
export function endNotRun(reason: string): never
export const notRunCode: number
