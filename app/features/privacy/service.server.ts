import { checkCurrentPassword, type PasswordCheckResult } from '#app/features/account/password-change-service.server.ts'
import * as account from '#app/features/account/personal-data-service.server.ts'
import { getEmailUndeliverableSince } from '#app/features/account/undeliverable-service.server.ts'
import * as businesses from '#app/features/businesses/personal-data-service.server.ts'
import * as contact from '#app/features/contact/personal-data-service.server.ts'
import * as credentials from '#app/features/credentials/personal-data-service.server.ts'
import * as enquiries from '#app/features/enquiries/personal-data-service.server.ts'
import * as offers from '#app/features/offers/personal-data-service.server.ts'
import * as orders from '#app/features/orders/personal-data-service.server.ts'
import * as podcasts from '#app/features/podcasts/personal-data-service.server.ts'
import * as profile from '#app/features/profile/personal-data-service.server.ts'
import { lockProfile } from '#app/features/profile/service.server.ts'
import * as reports from '#app/features/reports/personal-data-service.server.ts'
import * as shop from '#app/features/shop/personal-data-service.server.ts'
import * as shortlist from '#app/features/shortlist/personal-data-service.server.ts'
import * as verification from '#app/features/verification/personal-data-service.server.ts'
import * as visits from '#app/features/visits/personal-data-service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { unmarkEmailUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import { formatPersonalDataCount, type PersonalDataFeature } from '#app/platform/.server/personal-data.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { listAuditEventsAboutUser, recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { deleteUploadSlotsOfMember } from '#app/platform/.server/storage/upload-places.ts'
import { makeDataExportJob } from './jobs.server.ts'
import { sendAccountDeletedMail } from './mails.server.ts'
import { type DataExportRequestResult, type DataExportView, maxDataExportsPerDay } from './model.ts'
import {
  changeVersionOfDataExports,
  deleteDataExportsOfMember,
  deleteOldDataExports,
  findDataExportOfMember,
  insertDataExport,
  isDataExportUnderWay,
  listDataExportsOfMember,
  lockDataExports,
} from './queries.server.ts'
import { dataExportStorageKey } from './rules.ts'

/** Existing copies are deleted too; a copy does not contain other copies. */
const copies: PersonalDataFeature = {
  collectPersonalData: async (db, userId) => ({
    records: { 'what-was-done': await listAuditEventsAboutUser(db, userId) },
    files: [],
  }),
  describePersonalData: async (db, userId) => {
    const { length } = await listDataExportsOfMember(db, userId)
    return length > 0 ? [`${formatPersonalDataCount(length, 'copy', 'copies')} of your data`] : []
  },
  erasePersonalData: async (transaction, userId) => {
    await deleteUploadSlotsOfMember(transaction, userId)
    const ids = await deleteDataExportsOfMember(transaction, userId)
    return [{ bucket: 'exports', keys: ids.map((id) => dataExportStorageKey(userId, id)) }]
  },
  deleteExpired: async (transaction) => {
    const gone = await deleteOldDataExports(transaction)
    return [{ bucket: 'exports', keys: gone.map(({ id, userId }) => dataExportStorageKey(userId, id)) }]
  },
}

/** The features with data about members, each before the features it references; the account is last. */
export const personalDataFeatures: PersonalDataFeature[] = [
  copies,
  shortlist,
  orders,
  shop,
  contact,
  reports,
  podcasts,
  visits,
  enquiries,
  offers,
  credentials,
  verification,
  businesses,
  profile,
  account,
]

/** All data about a member by feature, in the order a reader expects. */
export async function collectPersonalData(
  { db, vault, secret }: Pick<Platform, 'db' | 'vault' | 'secret'>,
  userId: string,
) {
  const ofFeatures = await Promise.all(
    personalDataFeatures.toReversed().map((feature) => feature.collectPersonalData(db, userId, vault)),
  )
  const since = await getEmailUndeliverableSince({ db, secret }, userId)
  return [...ofFeatures, { records: since ? { 'refused-emails': { since } } : {}, files: [] }]
}

const requests: RequestLimit = { name: 'data-export', requests: maxDataExportsPerDay, windowSeconds: 24 * 3_600 }

/** Requests a copy of all the member's data and emails them when it is ready. One at a time, and a few per day. */
export async function requestDataExport(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  actor: Actor | null,
): Promise<DataExportRequestResult> {
  const { userId } = requireActor(actor)
  const { db, jobs, secret } = platform
  if (await isDataExportUnderWay(db, userId)) return { outcome: 'under-way' }
  const count = await countLimitedRequest(db, secret, requests, userId)
  if (!count.allowed) return { outcome: 'limited', minutes: count.minutes }
  return db.transaction(async (transaction) => {
    await lockDataExports(transaction, userId)
    if (await isDataExportUnderWay(transaction, userId)) return { outcome: 'under-way' }
    const exportId = await insertDataExport(transaction, userId)
    await jobs.enqueue(transaction, makeDataExportJob, { exportId, userId }, { event: exportId })
    return { outcome: 'done' }
  })
}

/** Lists the member's copies, newest first. */
export function getOwnDataExports(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<DataExportView[]> {
  return listDataExportsOfMember(platform.db, requireActor(actor).userId)
}

/** Returns a version of the member's copies, which changes with them. */
export function getOwnDataExportsChangeVersion(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<string> {
  return changeVersionOfDataExports(platform.db, requireActor(actor).userId)
}

/** Returns a copy's zip file; null if there is none, it has expired, or it is another member's. */
export async function readOwnDataExportFile(
  platform: Pick<Platform, 'db' | 'storage' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<Uint8Array | null> {
  const { userId } = requireActor(actor)
  if (!isUuid(id)) return null
  const found = await findDataExportOfMember(platform.db, userId, id)
  if (!found?.fileKey || !found.expiresAt || found.expiresAt < new Date()) return null
  const file = await platform.storage.read('exports', found.fileKey)
  if (!file) return null
  return isZip(file.bytes) ? file.bytes : platform.vault.open(file.bytes, found.fileKey)
}

/** Copies from older releases are not encrypted; they expire after a few days. */
function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** Lists what is deleted with the member's account, as texts. */
export async function describeAccountErasure(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<string[]> {
  const { userId } = requireActor(actor)
  const parts = await Promise.all(
    personalDataFeatures.toReversed().map((feature) => feature.describePersonalData(platform.db, userId)),
  )
  return parts.flat()
}

/**
 * Deletes the member's account and all their data in one transaction; files are deleted right after it. The audit log stays, with
 * ids that no longer lead to a person.
 */
export async function deleteOwnAccount(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret'>,
  actor: Actor | null,
  password: string,
): Promise<PasswordCheckResult> {
  const who = requireActor(actor)
  const checked = await checkCurrentPassword(platform, who, password)
  if (checked.outcome !== 'done') return checked
  const { userId, email } = who
  await platform.db.transaction(async (transaction) => {
    await unsafeEraseMember(platform, transaction, userId)
    await unmarkEmailUndeliverable(transaction, platform.secret, email)
    const deletedAt = new Date().toISOString()
    await platform.jobs.enqueue(transaction, sendAccountDeletedMail, { email, deletedAt }, { event: userId })
  })
  return { outcome: 'done' }
}

/**
 * Deletes the member's account and all their data within the transaction; files are deleted right after it. Without a check of who
 * asks: for the member themselves, for restoring a backup from before they left, and, with nobody as the actor, for accounts that nobody
 * confirmed.
 */
export async function unsafeEraseMember(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  userId: string,
  actor: Pick<Actor, 'userId'> | null = { userId },
): Promise<void> {
  // A business that is being handed on stays with its new owner, and so do its pictures.
  await lockProfile(transaction, userId)
  for (const feature of personalDataFeatures) {
    for (const { bucket, keys } of await feature.erasePersonalData(transaction, userId)) {
      if (keys.length > 0) await jobs.enqueue(transaction, deleteStoredFilesJob, { bucket, keys })
    }
  }
  await recordAuditEvent(transaction, {
    actor,
    action: 'account.deleted',
    subjectType: 'user',
    subjectId: userId,
  })
}
