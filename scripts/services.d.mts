export function chooseTemporaryFolder(): void
export function findChromium(): string | null
export function findHeadlessShell(): string | null
export function installChromium(): boolean
export function startPostgres(options?: {
  sharedBuffers?: string
}): Promise<{ url: string; stop: () => void | Promise<void> } | null>
export function findPostgres(): string | null
export function freePort(): Promise<number>
