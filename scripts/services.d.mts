export function findChromium(): string | null
export function startPostgres(): Promise<{ url: string; stop: () => void | Promise<void> } | null>
export function freePort(): Promise<number>
