import { fsyncSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncTree } from './durable-files.ts'

const extensions = { pg_trgm, unaccent }

/** PGlite's file system with a real fsync; its own does nothing. */
class DurableFiles extends NodeFS {
  /** Called with the error of an fsync, which PostgreSQL sees as well. */
  onFailure = (_error: unknown): void => undefined

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        if (!isNodeFileSystem(NODEFS))
          throw new Error('the file system of PGlite has changed: files would not be synced')
        const { stream_ops, tryFSOperation } = NODEFS
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

/** The part of Emscripten's file system used here; its types do not cover it. */
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  /** Converts a Node error into an error of the file system. */
  tryFSOperation: (act: () => void) => void
}

function isNodeFileSystem(value: object): value is NodeFileSystem {
  return 'stream_ops' in value && 'tryFSOperation' in value
}

/**
 * Opens PostgreSQL inside this process, in a folder (null: in memory). Committed data is on the disk. A failed fsync ends the
 * process, because PostgreSQL panics and later calls to PGlite never return. The next start recovers everything committed.
 */
export async function openPglite(folder: string | null): Promise<PGlite> {
  if (folder === null) return PGlite.create({ extensions })
  const data = join(folder, 'database')
  // PGlite lets everybody write to its files, so nobody else gets to them.
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const fs = new DurableFiles(data)
  const client = await PGlite.create({
    fs,
    extensions,
    // `-F` turns fsync off. The default sync method of the log is PGlite's fdatasync, which does nothing.
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
  // Syncs a new database, or one written by a release without fsync. If everything is on the disk already, this takes a tenth of
  // a second.
  await syncTree(join(folder, 'database'))
  return client
}
