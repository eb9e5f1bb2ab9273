import { eq, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { type BusinessWizardStep, businessDraftRetentionDays } from './model.ts'
import { businessDrafts } from './tables.server.ts'

export interface BusinessDraftRow {
  /** The id of the business it becomes. */
  id: string
  /** What was typed, by step and field. */
  data: typeof businessDrafts.$inferSelect.data
  step: BusinessWizardStep
  updatedAt: Date
  expiresAt: Date
  isExpired: boolean
}

const expiry = sql`${businessDrafts.updatedAt} + make_interval(days => ${businessDraftRetentionDays})`

const columns = {
  id: businessDrafts.becomes,
  data: businessDrafts.data,
  step: businessDrafts.step,
  updatedAt: businessDrafts.updatedAt,
  expiresAt: sql`${expiry}`.mapWith(businessDrafts.updatedAt),
  isExpired: sql<boolean>`${expiry} <= now()`,
}

const queryDraft = (db: Database, profileId: string) =>
  db.select(columns).from(businessDrafts).where(eq(businessDrafts.profileId, profileId))

/** Finds a member's draft, even if it has expired. */
export async function findBusinessDraft(db: Database, profileId: string): Promise<BusinessDraftRow | null> {
  const [row] = await queryDraft(db, profileId)
  return row ?? null
}

/** Finds a member's draft and locks it until the transaction ends. */
export async function lockBusinessDraft(transaction: Database, profileId: string): Promise<BusinessDraftRow | null> {
  const [row] = await queryDraft(transaction, profileId).for('update')
  return row ?? null
}

/** Inserts an empty draft; false if there is one already. */
export async function insertEmptyBusinessDraftOfMember(transaction: Database, profileId: string): Promise<boolean> {
  const rows = await transaction
    .insert(businessDrafts)
    .values({ profileId })
    .onConflictDoNothing()
    .returning({ id: businessDrafts.becomes })
  return rows.length > 0
}

/** Updates the given steps of a draft. */
export async function updateBusinessDraft(
  transaction: Database,
  profileId: string,
  change: { data?: BusinessDraftRow['data']; step?: BusinessWizardStep },
): Promise<void> {
  const { data, step } = change
  await transaction
    .update(businessDrafts)
    .set({
      ...(data ? { data: sql`${businessDrafts.data} || ${JSON.stringify(data)}::jsonb` } : {}),
      ...(step ? { step } : {}),
      updatedAt: sql`now()`,
    })
    .where(eq(businessDrafts.profileId, profileId))
}

/** Deletes a draft with the rows of its pictures. */
export async function deleteBusinessDraft(transaction: Database, profileId: string): Promise<void> {
  await transaction.delete(businessDrafts).where(eq(businessDrafts.profileId, profileId))
}
