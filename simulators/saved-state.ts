import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'

interface KeptState<State> {
  state: State
  /** Writes the state to its file. */
  keep: () => void
}

/** What a simulator knows: as its file has it from the process before, or as it begins. Without a file nothing outlives the process. */
export function openKeptState<State extends object>(file: string | undefined, fresh: State): KeptState<State> {
  if (file === undefined) return { state: fresh, keep: () => undefined }
  const state: State = { ...fresh, ...readState<State>(file) }
  return {
    state,
    keep: () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}-new`, serialize(state))
      // A kill in the middle of writing must leave the state before it.
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
