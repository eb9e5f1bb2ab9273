import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// What was written may lie in the memory of the system alone, and a power cut takes it, until fsync says that it is on the disk.

/** Resolves once the content of a file is on the disk. */
async function syncFile(path: string): Promise<void> {
  // Windows syncs only what may be written to.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  await handle.sync().finally(() => handle.close())
}

/** Resolves once the names in a folder are on the disk. Windows has no such call, and writes them down by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(path)
}

/** Resolves once a file is on the disk, with its name in its folder, and the names of the folders below `top`. */
export async function syncFileBelow(top: string, file: string): Promise<void> {
  await syncFile(file)
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === top || folder === dirname(folder)) return
  }
}

/** Resolves once everything in a folder is on the disk: files first, then the folders that name them. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncFile(path)
  }
  await syncFolder(folder)
}
