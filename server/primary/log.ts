import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export type PrimaryLog = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** Writes lines as the log of the web processes has them, without its code: what it says comes from nobody. */
export function createPrimaryLog(least = 'info'): PrimaryLog {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const base = { version, host: hostname(), pid: process.pid }
  return (level, message, fields = {}) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return
    console.log(JSON.stringify({ level, time: new Date().toISOString(), ...base, ...fields, msg: message }))
  }
}
