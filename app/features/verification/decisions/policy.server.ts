import { type SQL, sql } from 'drizzle-orm'
import {
  type StaffConflictOfInterestLevel,
  staffConflictOfInterestLevelSql,
} from '#app/features/profile/policy.server.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { canReviewVerifications } from '../policy.server.ts'

/** What is done with somebody's case. */
export type VerificationReviewAction = 'look at' | 'claim' | 'decide' | 'read the service number of'

/** Staff review everybody's case but their own, of which they see no more than any member. */
export function canReviewVerificationOfMember(
  actor: Actor,
  action: VerificationReviewAction,
  memberId: string,
): boolean {
  if (!canReviewVerifications(actor)) return false
  return action === 'look at' || actor.userId !== memberId
}

/** A record that waits for a second person. Columns are written out here, as the query may read one table alone. */
const waitingRecord = sql`SELECT FROM verification_records w
  WHERE w.profile_id = verifications.profile_id AND w.confirmed_at IS NULL AND w.ended_at IS NULL`

/** Whether something that was seen instead of documents waits for a second person. */
export const hasWaitingVerificationBasisRecordSql = sql<boolean>`EXISTS (${waitingRecord})`

/** Whether somebody recorded what a second person is to confirm. */
export const hasMadeWaitingBasisRecordSql = (person: SQL) =>
  sql<boolean>`EXISTS (${waitingRecord} AND w.recorded_by = ${person})`

/** Whether somebody had decided a case before it was appealed or reopened, or recorded what a second person is to confirm. */
const hasDecided = (person: SQL) => sql`(EXISTS (
  SELECT FROM verification_exclusions e WHERE e.verification_id = verifications.id AND e.reviewer_id = ${person}
) OR ${hasMadeWaitingBasisRecordSql(person)})`

/** What part somebody of the staff has in a case, for a query of `verifications`. `areAdmins`: where admins alone make the decision. */
export function caseConflictOfInterestLevelSql(
  actor: Pick<Actor, 'userId' | 'role'>,
  { areAdmins = false } = {},
): SQL<StaffConflictOfInterestLevel> {
  return staffConflictOfInterestLevelSql(actor, { member: sql`verifications.profile_id` }, { areAdmins, hasDecided })
}

/** Whether somebody of the staff must leave a case to others. */
export function isReviewerExcludedFromCaseSql(actor: Pick<Actor, 'userId' | 'role'>): SQL<boolean> {
  return sql<boolean>`${caseConflictOfInterestLevelSql(actor)} IN ('owner', 'others')`
}
