import type { Database } from './database.ts'
import type { Bucket } from './storage.ts'
import type { Vault } from './vault.ts'

/** What a room holds of a member. */
export interface PersonalData {
  /** Rows, by the name of their file in the copy: 'profile' becomes profile.json. */
  records: Record<string, unknown>
  /** Stored files, by their name in the copy; those that are sealed for their keys are opened for it. */
  files: { name: string; bucket: Bucket; key: string; isSealed?: boolean }[]
}

/** Files whose rows are gone. */
export interface ErasedFiles {
  bucket: Bucket
  keys: string[]
}

/** What every room that holds something of members can do with it; the room privacy puts them together. */
export interface PersonalDataFeature {
  /** For the copy that a member may ask for: all of it, but what would open the account. */
  collectPersonalData: (db: Database, userId: string, vault: Vault) => Promise<PersonalData>
  /** In plain words, for the list of what goes. */
  describePersonalData: (db: Database, userId: string) => Promise<string[]>
  /** Takes the rows away; returns the files that go with them. */
  erasePersonalData: (transaction: Database, userId: string) => Promise<ErasedFiles[]>
}

/** '1 picture', '3 pictures'. */
export function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`
}
