import { type Config, parseConfig } from '../app/platform/.server/config.ts'
import type { PlatformHandle } from '../app/platform/.server/platform.ts'
import { printStartErrorAndExit } from '../app/platform/.server/start-errors.ts'
import { createHttpHost } from './app.ts'
import { printServerUrlAndDemoAccounts, startServerPlatform } from './start-platform.ts'

// Vite reloads this module after each change, but the database must stay open, so it is stored on globalThis.
const kept = globalThis as typeof globalThis & { muster?: Promise<PlatformHandle & { config: Config }> }
kept.muster ??= start().catch(printStartErrorAndExit)
const { platform, config } = await kept.muster

const loadBuild = () => import('virtual:react-router/server-build')
export const { fetch } = createHttpHost(platform, config, loadBuild)

/** Prints the URL of the server, as `npm start` does. */
export function printDevelopmentServerUrl(port: number): Promise<void> {
  return printServerUrlAndDemoAccounts(platform, config, port)
}

async function start() {
  const config = parseConfig(process.env)
  return { config, ...(await startServerPlatform(config)) }
}
