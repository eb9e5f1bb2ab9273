import { chmodSync, chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findServiceAccount } from '../../scripts/services.mjs'
import { type Server, spawnServer } from '../e2e/support/servers.ts'
import { waitUntil } from '../faults/people.ts'

/** Starts a program that is not ours, in a group of its own: as the account of services where this one is root, which most of them refuse. */
export function startService(
  folder: string,
  command: string[],
  environment: Record<string, string> = {},
): Promise<Server> {
  const account = findServiceAccount()
  const become = account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--'] : []
  const more = { LC_ALL: 'C.UTF-8', ...environment }
  return spawnServer({ dataDir: join(folder, 'log'), command: [...become, ...command], environment: more, folder })
}

/** A new folder below another one that services may write to. */
export function makeServiceFolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  const account = findServiceAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** A file of `deploy/` with other values for what depends on the machine. @throws if it does not have one of them */
export function replaceEach(file: string, changes: [RegExp, string][]): string {
  return changes.reduce(
    (text, [pattern, value]) => {
      if (text.search(pattern) < 0) throw new Error(`${file} has no ${pattern}`)
      return text.replace(pattern, value)
    },
    readFileSync(file, 'utf8'),
  )
}

/** Waits until something holds; an error means not yet. @throws if it does not in time */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  if ((await waitUntil(() => holds().catch(() => false), 90_000)) === null) throw new Error(`not in time: ${what}`)
}

/** Notes what was started, so that it is ended, the last first. */
export type Keep = <Part extends { stop: () => unknown }>(part: Part) => Part
