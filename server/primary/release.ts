import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Release {
  /** The folder of its checkout, built. */
  folder: string
  /** The folder that has others beside it; null where it was not started by a link to the current one. */
  releases: string | null
  /** Its own Node, and its program. */
  node: string
  program: string
}

/** The release that is current: where the path leads by which this process was started. It may be a link, which is changed meanwhile. */
export function findRelease(started = process.argv[1] ?? ''): Release {
  const named = dirname(dirname(started))
  const folder = realpathSync(named)
  return {
    folder,
    releases: lstatSync(named).isSymbolicLink() ? dirname(folder) : null,
    node: join(folder, 'node_modules', '.bin', 'node'),
    program: join(folder, 'scripts', 'serve.mjs'),
  }
}
