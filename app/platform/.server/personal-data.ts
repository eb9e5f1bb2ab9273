import type { Database } from './database/database.ts'
import type { Vault } from './security/vault.ts'
import type { StorageBucket } from './storage/storage.ts'

/** The data a feature has about a member. */
export interface PersonalData {
  /** Records by file name in the export: 'profile' becomes profile.json. */
  records: Record<string, unknown>
  /** Stored files and their names in the export; `isSealed` files are decrypted with their key as context. */
  files: { name: string; bucket: StorageBucket; key: string; isSealed?: boolean }[]
}

/** Files whose rows have been deleted. */
export interface StoredFilesToDelete {
  bucket: StorageBucket
  keys: string[]
}

/** What every feature with data about members implements; the feature `privacy` combines them. */
export interface PersonalDataFeature {
  /** Collects everything for the member's export, except what would give access to the account. */
  collectPersonalData: (db: Database, userId: string, vault: Vault) => Promise<PersonalData>
  /** Describes the data in plain words, for the list of what will be deleted. */
  describePersonalData: (db: Database, userId: string) => Promise<string[]>
  /** Deletes the rows and returns the files to delete with them. */
  erasePersonalData: (transaction: Database, userId: string) => Promise<StoredFilesToDelete[]>
  /** Deletes what is over its time and no other job of the feature deletes. Runs every hour; a second run changes nothing. */
  deleteExpired?: (transaction: Database) => Promise<StoredFilesToDelete[]>
}

/** Formats a count: '1 picture', '3 pictures'. */
export function formatPersonalDataCount(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`
}
