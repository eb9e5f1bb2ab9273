import { fsyncSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncTree } from './durable-files.ts'

const extensions = { pg_trgm, unaccent }

/** PGlite's files, with an fsync that reaches the disk; its own does nothing. */
class DurableFiles extends NodeFS {
  /** Called with the error of an fsync, which PostgreSQL then sees too. */
  onFailure = (_error: unknown): void => undefined

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        const { stream_ops, tryFSOperation } = NODEFS as unknown as NodeFileSystem
        stream_ops.fsync = ({ nfd }) => {
          try {
            fsyncSync(nfd)
          } catch (error) {
            this.onFailure(error)
            tryFSOperation(() => {
              throw error
            })
          }
          return 0
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** What of Emscripten's file system is used here; its types do not describe it. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  /** Turns an error of Node into the file system's own. */
  tryFSOperation: (act: () => void) => void
}

/**
 * Opens PostgreSQL inside this process, on a folder (null: in memory). What it acknowledges is on the disk.
 * An error of fsync ends the process, as PostgreSQL panics then, and what PGlite is asked after that never returns. The next
 * start recovers what was acknowledged.
 */
export async function openPglite(folder: string | null): Promise<PGlite> {
  if (folder === null) return PGlite.create({ extensions })
  mkdirSync(folder, { recursive: true })
  const fs = new DurableFiles(join(folder, 'database'))
  const client = await PGlite.create({
    fs,
    extensions,
    // `-F` switches fsync off. PGlite's fdatasync, by which the log would be written otherwise, does nothing.
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
  })
  fs.onFailure = (error) => {
    client.execProtocolRawSync = () => {
      throw error
    }
    setImmediate(() => {
      throw error
    })
  }
  // A new database, and one that a release without fsync wrote, is not on the disk yet. One that is costs a tenth of a second.
  await syncTree(join(folder, 'database'))
  return client
}
