import { getOwnBusinessWithoutPictures } from '#app/features/businesses/service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import type { IncomingFile } from '#app/platform/.server/storage/incoming-files.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { verificationDocumentBucket } from '../documents/service.server.ts'
import { storeVerificationDocument, type VerificationDocumentUploadResult } from '../documents/upload-service.server.ts'
import { businessFactCertificateDocumentKind } from '../rules.ts'
import type { OwnConfirmableBusinessFact } from './model.ts'
import {
  clearFactCertificates,
  countCertificatesOfFactCheck,
  deleteFactCheck,
  findFactCheck,
  findWaitingFactCheckOfBusiness,
  insertFactCheck,
  listStatedBusinessFacts,
  lockBusinessReturningOwner,
} from './queries.server.ts'
import {
  type ConfirmableBusinessFactName,
  certificatesPerFactMaximum,
  parseConfirmableBusinessFactName,
} from './rules.ts'

/** What the actor's business states that can be confirmed; null if they have no business. */
export async function getOwnConfirmableBusinessFacts(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<{ name: string; facts: OwnConfirmableBusinessFact[] } | null> {
  const own = await getOwnBusinessWithoutPictures(platform, actor)
  if (!own) return null
  const rows = await listStatedBusinessFacts(platform.db, own.id)
  const facts = rows.flatMap(({ fact, ...row }): OwnConfirmableBusinessFact[] => {
    const confirmable = parseConfirmableBusinessFactName(fact)
    if (!confirmable) return []
    const { subject: _, hasEnded, changesAt: __, ...own } = row
    return [{ fact: confirmable, ...own, state: hasEnded ? 'ended' : own.state }]
  })
  return { name: own.name, facts }
}

/** Which facts about the actor's business are confirmed. */
export async function listOwnConfirmedFacts(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<ConfirmableBusinessFactName[]> {
  const own = await getOwnConfirmableBusinessFacts(platform, actor)
  return (own?.facts ?? []).filter(({ state }) => state === 'confirmed').map(({ fact }) => fact)
}

/** Each ask is work for a reviewer. */
const asks: RequestLimit = { name: 'fact-checks', requests: 30, windowSeconds: 86_400 }

export type FactConfirmationRequestResult =
  | 'asked'
  /** The business does not state this value any more, or it is confirmed already. */
  | 'changed'
  | 'limited'
  | 'not-found'

/**
 * Asks the reviewers to confirm a fact of the actor's business. Asking again while it waits changes nothing; what waited of an
 * earlier value goes, with its certificates.
 * @param value the value that the actor saw
 */
export async function requestFactConfirmation(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  actor: Actor | null,
  asked: { fact: string; value: string },
): Promise<FactConfirmationRequestResult> {
  const { userId } = requireActor(actor)
  const fact = parseConfirmableBusinessFactName(asked.fact)
  const own = await getOwnBusinessWithoutPictures(platform, actor)
  if (!own) return 'not-found'
  if (!fact) return 'changed'
  return platform.db.transaction(async (transaction): Promise<FactConfirmationRequestResult> => {
    if ((await lockBusinessReturningOwner(transaction, own.id)) !== userId) return 'not-found'
    const stated = (await listStatedBusinessFacts(transaction, own.id)).find((each) => each.fact === fact)
    if (!stated || stated.value !== asked.value || stated.hasEnded || stated.state === 'confirmed') return 'changed'
    if (stated.state === 'waiting') return 'asked'
    const { allowed } = await countLimitedRequest(transaction, platform.secret, asks, userId)
    if (!allowed) return 'limited'
    const earlier = await findWaitingFactCheckOfBusiness(transaction, own.id, fact)
    if (earlier) await removeCheck(platform, transaction, earlier.id)
    await insertFactCheck(transaction, { businessId: own.id, fact, value: stated.value })
    return 'asked'
  })
}

/** Takes back what the actor asked, and deletes its certificates; false if it does not wait, or is not theirs. */
export async function withdrawFactConfirmationRequest(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  checkId: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await lockOwnCheck(transaction, userId, checkId))) return false
    await removeCheck(platform, transaction, checkId)
    return true
  })
}

async function removeCheck({ jobs }: Pick<Platform, 'jobs'>, transaction: Database, checkId: string): Promise<void> {
  const keys = await clearFactCertificates(transaction, { checkId })
  if (keys.length > 0)
    await jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: verificationDocumentBucket, keys })
  await deleteFactCheck(transaction, checkId)
}

/** Adds a certificate to a fact that waits for a reviewer. It is sealed as evidence is. */
export async function uploadFactCertificate(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'secret' | 'storage' | 'vault'>,
  actor: Actor | null,
  checkId: string,
  file: IncomingFile,
): Promise<VerificationDocumentUploadResult> {
  const { userId } = requireActor(actor)
  const count = (db: Database) => countCertificatesOfFactCheck(db, checkId)
  return storeVerificationDocument(platform, userId, file, 'wizard', {
    readKind: () => businessFactCertificateDocumentKind,
    isOpen: (db) => isOwnWaiting(db, userId, checkId),
    list: { name: `certificates ${checkId}`, maximum: certificatesPerFactMaximum, count },
    admit: async (transaction) => {
      if (!(await lockOwnCheck(transaction, userId, checkId))) return 'closed'
      return (await count(transaction)) >= certificatesPerFactMaximum ? 'too-many' : null
    },
    factCheckId: checkId,
  })
}

async function isOwnWaiting(db: Database, userId: string, checkId: string): Promise<boolean> {
  const check = isUuid(checkId) ? await findFactCheck(db, checkId) : null
  return check?.ownerId === userId && check.decidedAt === null
}

/** Locks the business of a check; whether the check is the owner's and still waits. */
async function lockOwnCheck(transaction: Database, userId: string, checkId: string): Promise<boolean> {
  const check = isUuid(checkId) ? await findFactCheck(transaction, checkId) : null
  if (!check || (await lockBusinessReturningOwner(transaction, check.businessId)) !== userId) return false
  // A decision that this waited for has been written by now.
  return isOwnWaiting(transaction, userId, checkId)
}
