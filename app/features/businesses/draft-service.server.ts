import { savePendingForm, takePendingForm } from '#app/features/account/pending-form-service.server.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type DraftRow, findDraft, updateDraft } from './draft-queries.server.ts'
import { dropDraft, openDraft } from './drafts.server.ts'
import { draftPictures } from './media-queries.server.ts'
import { viewMedia } from './picture-files.server.ts'
import { type Draft, type FormStep, formSteps, stepSchemas, type WizardStep } from './schema.ts'

/** Characters of a field that a draft keeps, valid or not: more than any field may have in the end. */
const keptLength = 20_000

/** The actor's draft; null where there is none, or it ran out. */
export async function getDraft(platform: Platform, actor: Actor | null): Promise<Draft | null> {
  const { userId } = requireActor(actor)
  const row = await findDraft(platform.db, userId)
  return row && !row.isExpired ? viewDraft(platform.db, row) : null
}

async function viewDraft(db: Database, row: DraftRow): Promise<Draft> {
  const fields = Object.fromEntries(
    formSteps.map((step) => [step, readFields(step, row.data[step] ?? {})]),
  ) as Draft['fields']
  const { id, step, updatedAt, expiresAt } = row
  return { id, step, fields, media: await viewMedia(db, draftPictures, id), savedAt: updatedAt, expiresAt }
}

/**
 * Saves what was typed in a step, whether or not it can be taken in the end, as a form sends it or a schema gave it.
 * `resumeAt` is where the wizard goes on next time. Begins the draft where there is none. 'has-business' for an owner.
 */
export async function saveDraftStep(
  platform: Platform,
  actor: Actor | null,
  step: FormStep,
  fields: Record<string, unknown>,
  resumeAt: WizardStep,
): Promise<'saved' | 'has-business'> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await openDraft(platform, transaction, userId))) return 'has-business'
    await updateDraft(transaction, userId, { data: { [step]: readFields(step, fields) }, step: resumeAt })
    return 'saved'
  })
}

/** Goes to another step, such as back, and changes nothing else. */
export async function resumeDraftAt(platform: Platform, actor: Actor | null, step: WizardStep): Promise<void> {
  await updateDraft(platform.db, requireActor(actor).userId, { step })
}

/** Throws the actor's draft away with its pictures; nothing happens where there is none. */
export async function discardDraft(platform: Platform, actor: Actor | null): Promise<void> {
  const { userId } = requireActor(actor)
  await platform.db.transaction((transaction) => dropDraft(platform, transaction, userId))
}

/** Keeps the first step of somebody who is not signed in; see {@link savePendingForm}. */
export function savePendingStep(platform: Platform, clientIp: string, fields: Record<string, unknown>) {
  return savePendingForm(platform, clientIp, 'business', readFields('profile', fields))
}

/** Puts a step held for the actor's browser into their draft; false where there is none, or they have a business. */
export async function claimPendingStep(platform: Platform, actor: Actor | null, token: string): Promise<boolean> {
  const { userId } = requireActor(actor)
  const fields = await takePendingForm(platform, 'business', token)
  if (!fields) return false
  return platform.db.transaction(async (transaction) => {
    if (!(await openDraft(platform, transaction, userId))) return false
    await updateDraft(transaction, userId, { data: { profile: readFields('profile', fields) } })
    return true
  })
}

/** The fields of a step and no others, as texts that can be kept. */
function readFields(step: FormStep, fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(stepSchemas[step].shape).map((name) => {
      const value = fields[name]
      const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
      return [name, text.replaceAll('\0', '').slice(0, keptLength).toWellFormed()]
    }),
  )
}
