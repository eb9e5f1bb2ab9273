import { z } from 'zod/mini'
import { linkProfileToBusiness } from '#app/features/profile/service.server.ts'
import { type BusinessFormLookups, getBusinessFormLookups } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import {
  type BusinessDraftRow,
  deleteBusinessDraft,
  findBusinessDraft,
  lockBusinessDraft,
} from './draft-queries.server.ts'
import { type BusinessDraftValues, businessWizardStepSchemas } from './form-schema.ts'
import { businessDraftPictureQueries, businessPictureQueries } from './media-queries.server.ts'
import { type BusinessWizardFormStep, businessWizardFormSteps } from './model.ts'
import {
  findBusinessIdLinkedByProfile,
  findBusinessOfOwner,
  insertBusiness,
  makeFreeBusinessSlug,
  retryOnBusinessSlugConflict,
  waitForBusinessImport,
} from './queries.server.ts'
import { serverSideBusinessFormErrors } from './values-service.server.ts'

export type CreateBusinessResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'created'; business: { id: string; slug: string } }
  /** The actor already has another business. */
  | { outcome: 'exists'; business: { id: string; slug: string } }
  /** The first invalid step, with error messages by field. */
  | { outcome: 'incomplete'; step: BusinessWizardFormStep; errors: Record<string, string[]> }
  /** There is no draft with this id, or it has expired. */
  | { outcome: 'no-draft' }

/**
 * Turns the actor's draft into a business, with its slug, logo and gallery, in one transaction. The business is visible at once.
 * @param draftId the draft that was reviewed, which tells a repeated submit from a second business
 */
export async function createBusinessFromDraft(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  actor: Actor | null,
  draftId: string,
): Promise<CreateBusinessResult> {
  const owner = requireActor(actor)
  // Before the transaction, which holds a connection as long as it lasts.
  const lookups = await getBusinessFormLookups(platform)
  return retryOnBusinessSlugConflict(() =>
    platform.db.transaction(async (transaction): Promise<CreateBusinessResult> => {
      // The second of two concurrent submits waits here, then finds the business of the first.
      const draft = await lockBusinessDraft(transaction, owner.userId)
      await waitForBusinessImport(transaction)
      const own = await findBusinessOfOwner(transaction, owner.userId)
      if (own) {
        const { id, slug } = own
        return { outcome: id === draftId ? 'created' : 'exists', business: { id, slug } }
      }
      if (!draft || draft.isExpired || draft.id !== draftId) return { outcome: 'no-draft' }
      const parsed = parseDraft(draft, lookups)
      if ('errors' in parsed) return { outcome: 'incomplete', ...parsed }
      return { outcome: 'created', business: await writeBusiness(transaction, owner, draftId, parsed.values) }
    }),
  )
}

/** Finds the first invalid step of the actor's draft; null if the draft is valid or there is none. */
export async function findFirstInvalidStepOfOwnBusinessDraft(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  actor: Actor | null,
): Promise<{ step: BusinessWizardFormStep; errors: Record<string, string[]> } | null> {
  const { userId } = requireActor(actor)
  const draft = await findBusinessDraft(platform.db, userId)
  const parsed = draft && parseDraft(draft, await getBusinessFormLookups(platform))
  return parsed && 'errors' in parsed ? parsed : null
}

function parseDraft(
  draft: BusinessDraftRow,
  lookups: BusinessFormLookups,
): { values: BusinessDraftValues } | { step: BusinessWizardFormStep; errors: Record<string, string[]> } {
  const values: Partial<BusinessDraftValues> = {}
  for (const step of businessWizardFormSteps) {
    const schema: z.ZodMiniType<Partial<BusinessDraftValues>> = businessWizardStepSchemas[step]
    const parsed = schema.safeParse(draft.data[step] ?? {})
    const errors = parsed.success
      ? serverSideBusinessFormErrors(lookups, parsed.data)
      : z.flattenError(parsed.error).fieldErrors
    if (Object.keys(errors).length > 0) return { step, errors }
    Object.assign(values, parsed.data)
  }
  return { values: values as BusinessDraftValues }
}

async function writeBusiness(
  transaction: Database,
  owner: Actor,
  id: string,
  values: BusinessDraftValues,
): Promise<{ id: string; slug: string }> {
  const slug = await makeFreeBusinessSlug(transaction, { id, name: values.name, city: values.city })
  const linked = await findBusinessIdLinkedByProfile(transaction, owner.userId)
  await insertBusiness(transaction, { ...values, id, businessSlug: slug, profileId: owner.userId })
  if (!(await linkProfileToBusiness(transaction, owner.userId, id, linked ?? null))) {
    throw new Error('the profile was linked to another business in the meantime')
  }
  const logo = await businessDraftPictureQueries.logo(transaction, id)
  if (logo) await businessPictureQueries.insertLogo(transaction, id, logo)
  for (const [orderIndex, { key, width, height, colour, masterKey, caption }] of (
    await businessDraftPictureQueries.gallery(transaction, id)
  ).entries()) {
    const picture = { key, width, height, colour, masterKey, caption, orderIndex }
    await businessPictureQueries.insertGallery(transaction, id, picture)
  }
  // Deletes the rows only; the files of its pictures now belong to the business.
  await deleteBusinessDraft(transaction, owner.userId)
  await recordAuditEvent(transaction, {
    actor: owner,
    action: 'business.created',
    subjectType: 'business',
    subjectId: id,
    detail: { isActive: true },
  })
  return { id, slug }
}
