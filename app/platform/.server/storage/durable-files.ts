import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

// Written data may stay in the system's memory, where a power cut loses it, until fsync has returned.

/** Resolves once the content of a file is on the disk. */
async function syncFile(path: string): Promise<void> {
  // Windows only syncs files opened for writing.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r')
  await handle.sync().finally(() => handle.close())
}

/** Resolves once the entries of a folder are on the disk. Windows has no such call and persists them by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await syncFile(path)
}

/** Resolves once a file, its entry in its folder and the entries of all folders up to `top` are on the disk. */
export async function syncFileToDisk(top: string, file: string): Promise<void> {
  await syncFile(file)
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === top || folder === dirname(folder)) return
  }
}
