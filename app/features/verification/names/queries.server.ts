import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { currentVerificationStatusId, profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatusesTable } from '#app/features/reference/tables.server.ts'
import { type PageRequest, pageSize } from '#app/lib/keyset-pagination.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { momentOf, selectionOf, toPage } from '#app/platform/.server/database/keyset-pagination.ts'
import { decisionUndoSeconds } from '../rules.ts'
import { nameChanges, verifications } from '../tables.server.ts'
import type { NameFilter } from './model.ts'
import { currentName, isBusinessRenamed, isMemberRenamed, isRenamed, isTheirs } from './policy.server.ts'

const conditions: Record<NameFilter, SQL> = {
  all: isRenamed,
  member: isMemberRenamed,
  business: isBusinessRenamed,
}

/** What both are called now, compared as a whole: what somebody accepts or approves. */
const seen = sql<string>`concat(fold_name(${currentName}), '|', fold_name(${businesses.name}))`

const columns = {
  caseId: verifications.id,
  profileId: verifications.profileId,
  name: currentName,
  nameBefore: nameChanges.name,
  isMemberRenamed,
  business: businesses.name,
  businessSlug: businesses.businessSlug,
  businessBefore: nameChanges.businessName,
  isBusinessRenamed,
  changedAt: nameChanges.changedAt,
  seen,
}

const isVerified = eq(verificationStatusesTable.name, 'Verified')

/** A page of the verified members who are called something else, or whose business is, than when they were checked; the last change first. */
export async function listNameChanges(db: Database, filter: NameFilter, pageRequest: PageRequest) {
  const by = { at: nameChanges.changedAt, id: nameChanges.verificationId, latestFirst: true }
  const { beyond, order } = selectionOf(by, pageRequest)
  const rows = await db
    .select({
      place: { at: momentOf(nameChanges.changedAt), id: nameChanges.verificationId },
      member: { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName },
      ...columns,
    })
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .innerJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusId))
    .leftJoin(businesses, isTheirs)
    .where(and(isVerified, conditions[filter], beyond))
    .orderBy(order)
    .limit(pageSize + 1)
  return toPage(rows, pageRequest)
}

/** How many of them there are, counted to `most`. */
export async function countNameChanges(db: Database, most: number): Promise<number> {
  const some = db
    .select({ id: nameChanges.verificationId })
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .innerJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusId))
    .leftJoin(businesses, isTheirs)
    .where(and(isVerified, isRenamed))
    .limit(most)
  return db.$count(some.as('some'))
}

/** What changed of the names of a case, whatever its status; null if nothing did. */
export async function findNameChange(db: Database, caseId: string) {
  const [row] = await db
    .select(columns)
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(businesses, isTheirs)
    .where(and(eq(nameChanges.verificationId, caseId), isRenamed))
  return row ?? null
}

/** Makes what a case is called now what was checked. */
export async function deleteNameChange(transaction: Database, caseId: string): Promise<void> {
  await transaction.delete(nameChanges).where(eq(nameChanges.verificationId, caseId))
}

/** Makes what a case is called now what was checked, until the approval is undone ({@link returnNames}). */
export async function approveNames(transaction: Database, caseId: string): Promise<void> {
  const current = transaction
    .select({ id: verifications.id, name: currentName.as('current_name'), business: businesses.name })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(businesses, isTheirs)
    .where(eq(verifications.id, caseId))
    .as('current')
  await transaction
    .update(nameChanges)
    .set({
      earlierName: sql`${nameChanges.name}`,
      earlierBusinessName: sql`${nameChanges.businessName}`,
      name: sql`${current.name}`,
      businessName: sql`${current.business}`,
    })
    .from(current)
    .where(eq(nameChanges.verificationId, current.id))
}

/** Compares a case again with the names from before its approval, which was undone. A business that had kept its name had it then, too. */
export async function returnNames(transaction: Database, caseId: string): Promise<void> {
  const { verificationId, businessName, earlierName, earlierBusinessName } = nameChanges
  await transaction
    .update(nameChanges)
    .set({
      name: sql`${earlierName}`,
      businessName: sql`coalesce(${earlierBusinessName}, ${businessName})`,
      ...noEarlierNames,
    })
    .where(and(eq(verificationId, caseId), isNotNull(earlierName)))
}

/** Deletes the names from before approvals that can no longer be undone. */
export async function deleteEarlierNames(db: Database): Promise<void> {
  const { verificationId, earlierName } = nameChanges
  await db
    .update(nameChanges)
    .set(noEarlierNames)
    .from(verifications)
    .where(
      and(
        eq(verifications.id, verificationId),
        isNotNull(earlierName),
        sql`coalesce(${verifications.verifiedAt} < now() - make_interval(secs => ${decisionUndoSeconds}), true)`,
      ),
    )
}

const noEarlierNames = { earlierName: null, earlierBusinessName: null }
