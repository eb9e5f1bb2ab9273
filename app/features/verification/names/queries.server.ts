import { and, eq, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { currentVerificationStatusId, profiles } from '#app/features/profile/tables.server.ts'
import { verificationStatuses } from '#app/features/reference/tables.server.ts'
import { type PageRequest, pageSize } from '#app/lib/keyset-pagination.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { momentOf, selectionOf, toPage } from '#app/platform/.server/keyset-pagination.ts'
import { nameChanges, verifications } from '../tables.server.ts'
import type { NameFilter } from './schema.ts'

const currentName = sql<string>`concat_ws(' ', ${profiles.firstName}, ${profiles.lastName})`
const isMemberRenamed = sql<boolean>`(fold_name(${nameChanges.name}) <> fold_name(${currentName}))`
/** One that they have no more is no name of theirs. */
const isBusinessRenamed = sql<boolean>`coalesce(fold_name(${nameChanges.businessName}) <> fold_name(${businesses.name}), false)`

const isTheirs = and(eq(businesses.id, nameChanges.businessId), eq(businesses.profileId, profiles.id))

const conditions: Record<NameFilter, SQL> = {
  all: sql`(${isMemberRenamed} OR ${isBusinessRenamed})`,
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

const isVerified = eq(verificationStatuses.name, 'Verified')

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
    .innerJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
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
    .innerJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
    .leftJoin(businesses, isTheirs)
    .where(and(isVerified, conditions.all))
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
    .where(and(eq(nameChanges.verificationId, caseId), conditions.all))
  return row ?? null
}

/** What a case is called now is what was checked. */
export async function deleteNameChange(transaction: Database, caseId: string): Promise<void> {
  await transaction.delete(nameChanges).where(eq(nameChanges.verificationId, caseId))
}
