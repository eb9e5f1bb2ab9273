import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { nameChanges, verifications } from '../tables.server.ts'

/*
 * What counts as a name that has changed since it was sent or checked, for every query that asks: of `name_changes` joined with the
 * member's profile and, by `isBusinessOfProfileSql`, the business they have now.
 */

export const isBusinessOfProfileSql = and(eq(businesses.id, profiles.businessId), eq(businesses.profileId, profiles.id))

/** What the member is called now. */
export const currentMemberNameSql = sql<string>`concat_ws(' ', ${profiles.firstName}, ${profiles.lastName})`

export const isMemberRenamedSinceCheckSql = sql<boolean>`(fold_name(${nameChanges.name}) <> fold_name(${currentMemberNameSql}))`

/** False where they have no business now, or had none. */
export const isBusinessRenamedSinceCheckSql = sql<boolean>`coalesce(fold_name(${nameChanges.businessName}) <> fold_name(${businesses.name}), false)`

export const isMemberOrBusinessRenamedSql = sql<boolean>`(${isMemberRenamedSinceCheckSql} OR ${isBusinessRenamedSinceCheckSql})`

/** The same, for a query of `verifications` joined with others. */
export const hasVerificationNameChangeSql = sql<boolean>`EXISTS (
  SELECT FROM ${nameChanges} JOIN ${profiles} ON ${profiles.id} = ${verifications.profileId} LEFT JOIN ${businesses} ON ${isBusinessOfProfileSql}
  WHERE ${nameChanges.verificationId} = ${verifications.id} AND ${isMemberOrBusinessRenamedSql})`
