import { type Config, parseConfig } from '../app/platform/.server/config.ts'
import type { OpenPlatform } from '../app/platform/.server/platform.ts'
import { endStart } from '../app/platform/.server/start-errors.ts'
import { createHost } from './app.ts'
import { announceServer, startPlatform } from './start-platform.ts'

// Vite reloads this module after each change, but the database must stay open, so it is stored on globalThis.
const kept = globalThis as typeof globalThis & { muster?: Promise<OpenPlatform & { config: Config }> }
kept.muster ??= start().catch(endStart)
const { platform, config } = await kept.muster

const loadBuild = () => import('virtual:react-router/server-build')
export const { fetch } = createHost(platform, config, loadBuild)

/** Prints the URL of the server, as `npm start` does. */
export function announceReload(port: number): Promise<void> {
  return announceServer(platform, config, port)
}

async function start() {
  const config = parseConfig(process.env)
  return { config, ...(await startPlatform(config)) }
}
