import { type SQL, sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import {
  type Actor,
  isAdmin,
  isStaff,
  type PermissionCheck,
  StaffConflictOfInterestError,
} from '#app/platform/.server/security/actor.ts'

/** Opens the pages of staff. What is on them, each feature decides. */
export const canOpenStaffPages: PermissionCheck = isStaff

/** Opens the pages of staff that are for admins. */
export const canOpenAdminPages: PermissionCheck = isAdmin

/** Sees who is suspended and why. */
export const canManageMemberSuspensions: PermissionCheck = isAdmin

/** Admins suspend and reinstate members, but never themselves. */
export function canSuspendMember(actor: Actor, memberId: string): boolean {
  return canManageMemberSuspensions(actor) && actor.userId !== memberId
}

/** What somebody of the staff wants to decide, by all that it is about: ids, or SQL that gives them with the name of its table. */
export interface StaffDecisionSubject {
  /** A member, with their businesses and their podcast. */
  member?: string | SQL | null
  business?: string | SQL | null
  podcast?: string | null
  /** Something that was reported, also once its subject is deleted. */
  reportItem?: string
  /** Who wrote a message or a complaint to the team. */
  sender?: { profileId: string | null; email: string | null }
  /** Who bought something. */
  buyer?: { profileId: string | null; email: string | null }
}

interface Deciders {
  /** Whether admins alone make this decision. */
  areAdmins?: boolean
  /** Whether somebody decided the same before, so that others decide now. */
  hasDecided?: (person: SQL) => SQL
}

/**
 * How far somebody of the staff is from what they want to decide. 'none': they have no part in it. 'alone': they have, but nobody else
 * can decide. 'others': somebody else decides. 'owner': it is theirs, or was, so that they never decide.
 */
export type StaffConflictOfInterestLevel = 'none' | 'alone' | 'others' | 'owner'

const uuidOf = (value: string | SQL) => sql`${value}::uuid`
const anyOf = (conditions: SQL[]) => (conditions.length > 0 ? sql`(${sql.join(conditions, sql` OR `)})` : sql`false`)

/** Whether somebody is who wrote something: signed in, or with the address that they have confirmed. */
function isPerson(person: SQL, profileId: SQL, email: SQL): SQL {
  return sql`coalesce(${profileId} = ${person} OR lower(${email}) = (
    SELECT lower(u.email) FROM users u WHERE u.id = ${person} AND u.email_verified), false)`
}

/** The businesses that something is about, as conditions for `businesses judged_business`. */
function businessesOf({ member, business }: StaffDecisionSubject): SQL | null {
  const conditions = [
    ...(member ? [sql`judged_business.profile_id = ${uuidOf(member)}`] : []),
    ...(business ? [sql`judged_business.id = ${uuidOf(business)}`] : []),
  ]
  return conditions.length > 0 ? anyOf(conditions) : null
}

/** The podcasts that something is about, as conditions for `podcasts judged_podcast`. */
function podcastsOf({ member, podcast }: StaffDecisionSubject): SQL | null {
  const conditions = [
    ...(member ? [sql`judged_podcast.host_profile_id = ${uuidOf(member)}`] : []),
    ...(podcast ? [sql`judged_podcast.id = ${uuidOf(podcast)}`] : []),
  ]
  return conditions.length > 0 ? anyOf(conditions) : null
}

/** The reported things that something is about, each a query of their ids. */
function itemsOf(judged: StaffDecisionSubject): SQL[] {
  const ofBusinesses = businessesOf(judged)
  const ofPodcasts = podcastsOf(judged)
  return [
    ...(ofBusinesses
      ? [
          sql`SELECT i.id FROM report_items i JOIN businesses judged_business ON judged_business.id = i.business_id WHERE ${ofBusinesses}`,
        ]
      : []),
    ...(ofPodcasts
      ? [
          sql`SELECT i.id FROM report_items i JOIN podcasts judged_podcast ON judged_podcast.id = i.subject_id AND i.subject_type = 'podcast'
            WHERE ${ofPodcasts}`,
        ]
      : []),
    ...(judged.reportItem ? [sql`SELECT ${uuidOf(judged.reportItem)}`] : []),
  ]
}

/**
 * Whether somebody owns it, owned it, or appealed about it as its owner. The audit log remembers who owned a business: only an owner
 * creates it, takes it on or invites somebody to do so. Those invitations themselves are deleted after a while.
 */
function isOwner(person: SQL, judged: StaffDecisionSubject): SQL {
  const ofBusinesses = businessesOf(judged)
  const ofPodcasts = podcastsOf(judged)
  return anyOf([
    ...(judged.member ? [sql`${uuidOf(judged.member)} = ${person}`] : []),
    ...(judged.buyer
      ? [isPerson(person, uuidOf(sql`${judged.buyer.profileId}`), sql`${judged.buyer.email}::text`)]
      : []),
    ...(ofBusinesses
      ? [
          sql`EXISTS (SELECT FROM businesses judged_business WHERE ${ofBusinesses} AND (judged_business.profile_id = ${person} OR EXISTS (
            SELECT FROM audit_events a WHERE a.subject_id = judged_business.id AND a.actor_id = ${person}
              AND a.action IN ('business.created', 'business.taken-on', 'business.handover.asked'))))`,
        ]
      : []),
    ...(ofPodcasts
      ? [
          sql`EXISTS (SELECT FROM podcasts judged_podcast WHERE ${ofPodcasts} AND judged_podcast.host_profile_id = ${person})`,
        ]
      : []),
    ...itemsOf(judged).flatMap((items) => [
      sql`EXISTS (SELECT FROM report_decisions d WHERE d.item_id IN (${items}) AND d.owner_id = ${person})`,
      sql`EXISTS (SELECT FROM report_contests k WHERE k.item_id IN (${items}) AND k.kind = 'appeal' AND k.profile_id = ${person})`,
    ]),
  ])
}

/**
 * Whether somebody reported it, complained about what was decided of it, or wrote it. A report can have anybody's address typed into it,
 * which must not keep that person from deciding. It is theirs where a complaint came by the link that was mailed to it.
 */
function hasStarted(person: SQL, judged: StaffDecisionSubject): SQL {
  return anyOf([
    ...(judged.sender
      ? [isPerson(person, uuidOf(sql`${judged.sender.profileId}`), sql`${judged.sender.email}::text`)]
      : []),
    ...itemsOf(judged).flatMap((items) => [
      sql`EXISTS (SELECT FROM reports r WHERE r.item_id IN (${items}) AND r.profile_id = ${person})`,
      sql`EXISTS (SELECT FROM report_contests k LEFT JOIN reports r ON r.id = k.report_id WHERE k.item_id IN (${items})
        AND k.kind = 'complaint' AND ${isPerson(person, sql`k.profile_id`, sql`r.email`)})`,
    ]),
  ])
}

/**
 * What part an actor of the staff has in what they want to decide, as an expression of a query. This is the one rule for every decision
 * of staff: whoever reported, complained, appealed, owns or owned does not decide. An admin decides what they reported or decided before
 * where nobody else on the staff may; what is or was theirs they never decide.
 */
export function staffConflictOfInterestLevelSql(
  actor: Pick<Actor, 'userId' | 'role'>,
  judged: StaffDecisionSubject,
  { areAdmins = false, hasDecided = () => sql`false` }: Deciders = {},
): SQL<StaffConflictOfInterestLevel> {
  const self = uuidOf(actor.userId)
  const other = sql`o.id`
  const canOthers = sql`EXISTS (
    SELECT FROM profiles o JOIN user_types t ON t.id = o.user_type_id AND t.is_staff
      ${areAdmins ? sql`AND t.name = 'Admin'` : sql``}
    WHERE o.id <> ${self} AND o.suspended_at IS NULL AND NOT ${hasDecided(other)}
      AND NOT ${isOwner(other, judged)} AND NOT ${hasStarted(other, judged)})`
  return sql<StaffConflictOfInterestLevel>`CASE
    WHEN ${isOwner(self, judged)} THEN 'owner'
    WHEN NOT (${hasDecided(self)} OR ${hasStarted(self, judged)}) THEN 'none'
    WHEN ${actor.role !== 'Admin'}::boolean OR ${canOthers} THEN 'others'
    ELSE 'alone'
  END`
}

/** Whether a part in what is decided leaves it to others. */
export const isStaffBarredByConflictOfInterest = (part: StaffConflictOfInterestLevel) =>
  part === 'owner' || part === 'others'

/** Finds the part that an actor of the staff has in what they want to decide. */
export async function getStaffConflictOfInterestLevel(
  db: Database,
  actor: Pick<Actor, 'userId' | 'role'>,
  judged: StaffDecisionSubject,
  deciders?: Deciders,
): Promise<StaffConflictOfInterestLevel> {
  const [row] = await queryRows<{ part: StaffConflictOfInterestLevel }>(
    db,
    sql`SELECT ${staffConflictOfInterestLevelSql(actor, judged, deciders)} AS part`,
  )
  return row?.part ?? 'owner'
}

/**
 * Lets an actor of the staff decide something that they have no part in. True where they have, and decide as nobody else can: the caller
 * records that.
 * @throws StaffConflictOfInterestError where somebody else decides
 */
export async function requireStaffMayDecide(
  db: Database,
  actor: Pick<Actor, 'userId' | 'role'>,
  judged: StaffDecisionSubject,
  deciders?: Deciders,
): Promise<boolean> {
  const part = await getStaffConflictOfInterestLevel(db, actor, judged, deciders)
  if (isStaffBarredByConflictOfInterest(part)) throw new StaffConflictOfInterestError()
  return part === 'alone'
}
