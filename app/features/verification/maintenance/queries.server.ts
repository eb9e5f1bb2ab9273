import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import {
  currentVerificationStatusIdSql,
  hasVerificationReachedEndSql,
  profiles,
} from '#app/features/profile/tables.server.ts'
import { verificationStatusesTable } from '#app/features/reference/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { verificationAppealEndsAtSql } from '../queries.server.ts'
import { businessFactCertificateDocumentKind, verificationDecisionUndoSeconds } from '../rules.ts'
import { verificationDecisions, verifications } from '../tables.server.ts'

/** A decided case whose documents are still held. */
export interface DecidedCaseHoldingEvidence {
  profileId: string
  decisionId: string
  decidedAt: Date
}

/**
 * Decided cases that still hold documents from before the decision, decided at least so many days ago, by profile behind
 * `after`; or that of one profile. A case that was sent again, appealed or reopened, or that was asked for more since, keeps what
 * it holds, and so does every case until the decision can no longer be undone.
 */
export async function listDecidedCasesHoldingEvidence(
  db: Database,
  { days, most, ...of }: { days: number; most: number } & ({ after: string | null } | { profileId: string }),
): Promise<DecidedCaseHoldingEvidence[]> {
  const which =
    'profileId' in of ? sql`AND profile_id = ${of.profileId}` : of.after ? sql`AND profile_id > ${of.after}` : sql``
  const rows = await queryRows<{ profile_id: string; decision_id: string; decided_at: string | Date }>(
    db,
    sql`
      SELECT held.profile_id, last.id AS decision_id, last.decided_at
      FROM (
        SELECT profile_id, min(uploaded_at) AS first_at FROM verification_documents
        WHERE file_bucket_url IS NOT NULL AND kind <> ${businessFactCertificateDocumentKind} ${which}
        GROUP BY profile_id
      ) held
      JOIN LATERAL (
        SELECT d.id, d.decision, d.decided_at FROM verification_decisions d
        WHERE d.profile_id = held.profile_id AND d.decision <> 'confirmed'
        ORDER BY d.decided_at DESC, d.id DESC LIMIT 1
      ) last ON last.decision IN ('approved', 'rejected', 'revoked')
      LEFT JOIN verifications v ON v.profile_id = held.profile_id
      WHERE v.queued_at IS NULL AND held.first_at <= last.decided_at
        AND last.decided_at <= now() - make_interval(days => ${days}::int)
        AND last.decided_at <= now() - make_interval(secs => ${verificationDecisionUndoSeconds})
      ORDER BY held.profile_id LIMIT ${most}`,
  )
  return rows.map(({ profile_id, decision_id, decided_at }) => ({
    profileId: profile_id,
    decisionId: decision_id,
    decidedAt: new Date(decided_at),
  }))
}

/**
 * The last moment to appeal a decision, after which documents are about to be deleted; `isLast` says whether nothing was decided or
 * appealed since. Null where the decision was undone, or its member has left.
 */
export async function findDecisionBeforeEvidenceDeletion(db: Database, id: string) {
  const { profileId, decision, decidedAt } = verificationDecisions
  const [row] = await db
    .select({
      decision,
      appealEndsAt: verificationAppealEndsAtSql,
      isLast: sql<boolean>`NOT EXISTS (
        SELECT FROM verification_decisions later WHERE later.profile_id = ${profileId} AND later.decision <> 'confirmed'
          AND (later.decided_at, later.id) > (${decidedAt}, ${verificationDecisions.id}))`,
    })
    .from(verificationDecisions)
    .where(and(eq(verificationDecisions.id, id), isNotNull(profileId)))
  return row ?? null
}

/** Verified members whose last check is at least so many days old, by profile behind `after`. */
export function listMembersVerifiedBefore(
  db: Database,
  { days, after, most }: { days: number; after: string | null; most: number },
): Promise<{ profileId: string; verifiedAt: Date; endsAt: Date | null }[]> {
  return db
    .select({
      profileId: verifications.profileId,
      verifiedAt: sql`${verifications.verifiedAt}`.mapWith(verifications.verifiedAt),
      endsAt: profiles.verificationEndsAt,
    })
    .from(verifications)
    .innerJoin(profiles, eq(profiles.id, verifications.profileId))
    .innerJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .where(
      and(
        eq(verificationStatusesTable.name, 'Verified'),
        sql`${verifications.verifiedAt} <= now() - make_interval(days => ${days}::int)`,
        after ? sql`${verifications.profileId} > ${after}` : undefined,
      ),
    )
    .orderBy(asc(verifications.profileId))
    .limit(most)
}

/** Members whose verification has ended and who still stand as verified, by profile behind `after`. */
export function listMembersWithEndedVerification(
  db: Database,
  { after, most }: { after: string | null; most: number },
): Promise<{ profileId: string }[]> {
  return db
    .select({ profileId: profiles.id })
    .from(profiles)
    .where(
      and(
        // Said again, as the index knows it so.
        sql`${profiles.verificationEndsAt} <= now()`,
        hasVerificationReachedEndSql,
        after ? sql`${profiles.id} > ${after}` : undefined,
      ),
    )
    .orderBy(asc(profiles.id))
    .limit(most)
}

/** Service numbers as they are kept, by profile behind `after`. */
export function listSealedServiceNumbers(
  db: Database,
  { after, most }: { after: string | null; most: number },
): Promise<{ profileId: string; serviceNumber: string }[]> {
  return db
    .select({ profileId: verifications.profileId, serviceNumber: sql<string>`${verifications.serviceNumber}` })
    .from(verifications)
    .where(and(isNotNull(verifications.serviceNumber), after ? sql`${verifications.profileId} > ${after}` : undefined))
    .orderBy(asc(verifications.profileId))
    .limit(most)
}

/** Puts a number sealed afresh into the place of the one before, unless that was changed meanwhile. */
export async function replaceSealedServiceNumber(
  db: Database,
  profileId: string,
  before: string,
  fresh: string,
): Promise<void> {
  await db
    .update(verifications)
    .set({ serviceNumber: fresh })
    .where(and(eq(verifications.profileId, profileId), eq(verifications.serviceNumber, before)))
}

/** Something sealed, and the name of the key that it says it is under. */
export interface SealedEvidenceSample {
  key: string
  kind: 'service number' | 'file name'
  id: string
  text: string
}

/** A few of the service numbers and documents' names that are sealed under each key. */
export function listSealedEvidenceSamples(db: Database, mostEach: number): Promise<SealedEvidenceSample[]> {
  return queryRows(
    db,
    sql`
      WITH sealed AS (
        SELECT 'service number' AS kind, profile_id AS id, service_number AS text FROM verifications
        UNION ALL
        SELECT 'file name', id, file_name FROM verification_documents WHERE file_bucket_url IS NOT NULL
      ), keyed AS (
        SELECT kind, id, text,
          -- Behind the mark stand the key's name and what it sealed, in base64url; 44 letters of it hold the longest name.
          substring(
            encode(decode(translate(substr(text, 9, 44), '-_', '+/'), 'base64'), 'escape')
            FROM '^muster1:([a-z0-9-]{1,16}):'
          ) AS key
        FROM sealed WHERE text LIKE 'muster1:%'
      ), placed AS (
        SELECT *, row_number() OVER (PARTITION BY key ORDER BY id) AS place FROM keyed
      )
      SELECT key, kind, id, text FROM placed WHERE key IS NOT NULL AND place <= ${mostEach}::int ORDER BY key, place`,
  )
}
