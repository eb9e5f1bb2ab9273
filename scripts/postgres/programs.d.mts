import type { ChildProcess, SpawnOptions, SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process'

export interface Way {
  name: string
  owner: { uid: number; gid: number } | null
  own: (path: string) => void
  spawn: (program: string, args: string[], options?: SpawnOptions) => ChildProcess
  spawnSync: (program: string, args: string[], options?: SpawnSyncOptions) => SpawnSyncReturns<string>
}
export const asRootSentence: string
export class ProgramsError extends Error {}
export function findPrograms(environment?: Record<string, string | undefined>): string | null
export function findSystemPrograms(): string | null
export function linkLibraries(): void
export function chooseAccount(bin: string, folder: string, database?: string | null): Way
export function findAccount(): { uid: number; gid: number }
export function readVersion(bin: string): { major: number; text: string }
export const template: string
export function makeCluster(bin: string, way: Way, data: string): void
export function initdbArguments(data: string, major: number, superuser: string): string[]
export function endWithParent(signal: string): string[]
export function socketsName(folder: string): string
