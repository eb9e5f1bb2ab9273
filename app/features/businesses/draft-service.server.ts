import {
  getPendingFormByToken,
  savePendingForm,
  takePendingFormByToken,
} from '#app/features/account/pending-form-service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { type BusinessDraftRow, findBusinessDraft, updateBusinessDraft } from './draft-queries.server.ts'
import { deleteBusinessDraftAndFiles, lockOrCreateBusinessDraft } from './drafts.server.ts'
import { businessWizardStepSchemas } from './form-schema.ts'
import { businessDraftPictureQueries } from './media-queries.server.ts'
import {
  type BusinessWizardFormStep,
  type BusinessWizardStep,
  businessWizardFormSteps,
  type OwnBusinessDraft,
} from './model.ts'
import { loadOwnBusinessMediaView } from './picture-files.server.ts'
import { formatCallButtonNumber } from './values-service.server.ts'
import { parseBusinessWizardStep } from './wizard-rules.ts'

/** How many characters of a field a draft stores, valid or not. No schema allows as many. */
const maxFieldLength = 20_000

/** Finds the actor's draft; null if there is none or it has expired. */
export async function getOwnBusinessDraft(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnBusinessDraft | null> {
  const { userId } = requireActor(actor)
  const row = await findBusinessDraft(platform.db, userId)
  return row && !row.isExpired ? viewDraft(platform.db, row) : null
}

/** The name of the business in the actor's draft, '' for a draft without one; null if there is no draft or it has expired. */
export async function getOwnBusinessDraftName(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<string | null> {
  const row = await findBusinessDraft(platform.db, requireActor(actor).userId)
  return row && !row.isExpired ? (pickFields('profile', row.data.profile ?? {}).name?.trim() ?? '') : null
}

async function viewDraft(db: Database, row: BusinessDraftRow): Promise<OwnBusinessDraft> {
  const fields = Object.fromEntries(
    businessWizardFormSteps.map((step) => [step, pickFields(step, row.data[step] ?? {})]),
  ) as OwnBusinessDraft['fields']
  const { id, updatedAt, expiresAt } = row
  const savedSteps = businessWizardFormSteps.filter((each) => row.data[each] !== undefined)
  return {
    id,
    // One that an older release had may be gone.
    step: parseBusinessWizardStep(row.step) ?? 'profile',
    fields,
    savedSteps,
    media: await loadOwnBusinessMediaView(db, businessDraftPictureQueries, id),
    dials: formatCallButtonNumber(fields.contact.businessPhoneNumber),
    savedAt: updatedAt,
    expiresAt,
  }
}

/**
 * Saves the fields of a step, valid or not, and creates the draft if there is none.
 * @param resumeAt the step the wizard opens with next time
 * @returns 'has-business' if the actor already has one, and nothing is saved
 */
export async function saveOwnBusinessDraftStep(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  step: BusinessWizardFormStep,
  fields: Record<string, unknown>,
  resumeAt: BusinessWizardStep,
): Promise<'saved' | 'has-business'> {
  const { userId } = requireActor(actor)
  return platform.db.transaction(async (transaction) => {
    if (!(await lockOrCreateBusinessDraft(platform, transaction, userId))) return 'has-business'
    await updateBusinessDraft(transaction, userId, { data: { [step]: pickFields(step, fields) }, step: resumeAt })
    return 'saved'
  })
}

/** Sets the step that the wizard opens with next time. */
export async function setOwnBusinessDraftResumeStep(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  step: BusinessWizardStep,
): Promise<void> {
  await updateBusinessDraft(platform.db, requireActor(actor).userId, { step })
}

/** Deletes the actor's draft, if there is one, with its pictures. */
export async function discardOwnBusinessDraft(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
): Promise<void> {
  const { userId } = requireActor(actor)
  await platform.db.transaction((transaction) => deleteBusinessDraftAndFiles(platform, transaction, userId))
}

/** Stores the first step for a visitor who has to sign in first; see {@link savePendingForm}. */
export function savePendingBusinessStep(
  platform: Pick<Platform, 'db' | 'secret' | 'vault'>,
  clientIp: string,
  fields: Record<string, unknown>,
) {
  return savePendingForm(platform, clientIp, 'business', pickFields('profile', fields))
}

/** Moves a step stored before sign-in into the actor's draft; false if there is none or they already have a business. */
export async function movePendingBusinessStepIntoOwnDraft(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'vault'>,
  actor: Actor | null,
  token: string,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const fields = await getPendingFormByToken(platform, 'business', token)
  if (!fields) return false
  const isSaved = await platform.db.transaction(async (transaction) => {
    if (!(await lockOrCreateBusinessDraft(platform, transaction, userId))) return false
    await updateBusinessDraft(transaction, userId, {
      data: { profile: pickFields('profile', fields) },
      step: 'contact',
    })
    return true
  })
  // Only now, so that it is not lost if saving fails.
  await takePendingFormByToken(platform, 'business', token)
  return isSaved
}

/** Picks the fields of a step, as text that PostgreSQL can store. */
function pickFields(step: BusinessWizardFormStep, fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(businessWizardStepSchemas[step].shape).map((name) => {
      const value = fields[name]
      const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
      return [name, text.replaceAll('\0', '').slice(0, maxFieldLength).toWellFormed()]
    }),
  )
}
