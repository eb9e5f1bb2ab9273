import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { currentVerificationStatusIdSql, profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatusesTable } from '#app/features/reference/tables.server.ts'
import { type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import { verificationDecisionUndoSeconds } from '../rules.ts'
import { nameChanges, verifications } from '../tables.server.ts'
import type { VerificationNameChangeFilter } from './model.ts'
import {
  currentMemberNameSql,
  isBusinessOfProfileSql,
  isBusinessRenamedSinceCheckSql,
  isMemberOrBusinessRenamedSql,
  isMemberRenamedSinceCheckSql,
} from './policy.server.ts'

const conditions: Record<VerificationNameChangeFilter, SQL> = {
  all: isMemberOrBusinessRenamedSql,
  member: isMemberRenamedSinceCheckSql,
  business: isBusinessRenamedSinceCheckSql,
}

/** What both are called now, compared as a whole: what somebody accepts or approves. */
const seen = sql<string>`concat(fold_name(${currentMemberNameSql}), '|', fold_name(${businesses.name}))`

const columns = {
  caseId: verifications.id,
  profileId: verifications.profileId,
  name: currentMemberNameSql,
  nameBefore: nameChanges.name,
  isMemberRenamed: isMemberRenamedSinceCheckSql,
  business: businesses.name,
  businessSlug: businesses.businessSlug,
  businessBefore: nameChanges.businessName,
  isBusinessRenamed: isBusinessRenamedSinceCheckSql,
  changedAt: nameChanges.changedAt,
  seen,
}

const isVerified = eq(verificationStatusesTable.name, 'Verified')

/** A page of the verified members who are called something else, or whose business is, than when they were checked; the last change first. */
export async function listVerificationNameChanges(
  db: Database,
  filter: VerificationNameChangeFilter,
  pageRequest: KeysetPageRequest,
) {
  const by = { at: nameChanges.changedAt, id: nameChanges.verificationId, latestFirst: true }
  const { beyond, order } = keysetPageWhereAndOrderSql(by, pageRequest)
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(nameChanges.changedAt), id: nameChanges.verificationId },
      member: { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName },
      ...columns,
    })
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .innerJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(businesses, isBusinessOfProfileSql)
    .where(and(isVerified, conditions[filter], beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(rows, pageRequest)
}

/** How many of them there are, counted to `most`. */
export async function countVerificationNameChanges(db: Database, most: number): Promise<number> {
  const some = db
    .select({ id: nameChanges.verificationId })
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .innerJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(businesses, isBusinessOfProfileSql)
    .where(and(isVerified, isMemberOrBusinessRenamedSql))
    .limit(most)
  return db.$count(some.as('some'))
}

/** What changed of the names of a case, whatever its status; null if nothing did. */
export async function findVerificationNameChange(db: Database, caseId: string) {
  const [row] = await db
    .select(columns)
    .from(nameChanges)
    .innerJoin(verifications, eq(verifications.id, nameChanges.verificationId))
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(businesses, isBusinessOfProfileSql)
    .where(and(eq(nameChanges.verificationId, caseId), isMemberOrBusinessRenamedSql))
  return row ?? null
}

/** Makes what a case is called now what was checked. */
export async function deleteVerificationNameChange(transaction: Database, caseId: string): Promise<void> {
  await transaction.delete(nameChanges).where(eq(nameChanges.verificationId, caseId))
}

/** Makes what a case is called now what was checked, until the approval is undone ({@link restoreVerificationNamesBeforeApproval}). */
export async function approveVerificationNames(transaction: Database, caseId: string): Promise<void> {
  const current = transaction
    .select({ id: verifications.id, name: currentMemberNameSql.as('current_name'), business: businesses.name })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .leftJoin(businesses, isBusinessOfProfileSql)
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
export async function restoreVerificationNamesBeforeApproval(transaction: Database, caseId: string): Promise<void> {
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
export async function deleteVerificationNamesBeforeApproval(db: Database): Promise<void> {
  const { verificationId, earlierName } = nameChanges
  await db
    .update(nameChanges)
    .set(noEarlierNames)
    .from(verifications)
    .where(
      and(
        eq(verifications.id, verificationId),
        isNotNull(earlierName),
        sql`coalesce(${verifications.verifiedAt} < now() - make_interval(secs => ${verificationDecisionUndoSeconds}), true)`,
      ),
    )
}

const noEarlierNames = { earlierName: null, earlierBusinessName: null }
