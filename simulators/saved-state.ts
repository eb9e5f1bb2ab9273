import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'

interface KeptState<State> {
  state: State
  /** Writes the state to its file. */
  keep: () => void
}

/** The state of a simulator: from its file, or a new one. Without a file nothing is saved. */
export function openKeptState<State extends object>(file: string | undefined, fresh: State): KeptState<State> {
  if (file === undefined) return { state: fresh, keep: () => undefined }
  const state: State = { ...fresh, ...readState<State>(file) }
  return {
    state,
    keep: () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}-new`, serialize(state))
      // If the process is killed while writing, the previous state must remain.
      renameSync(`${file}-new`, file)
    },
  }
}

function readState<State>(file: string): Partial<State> {
  try {
    return deserialize(readFileSync(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
