import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Which release this process runs, and which process of which machine it is. */
export const runningReleaseAndProcess = { version, host: hostname(), pid: process.pid } as const
