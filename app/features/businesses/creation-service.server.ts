import { z } from 'zod/mini'
import { linkBusiness } from '#app/features/profile/service.server.ts'
import { type BusinessLookups, getBusinessLookups } from '#app/features/reference/service.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { type DraftRow, deleteDraft, findDraft, lockDraft } from './draft-queries.server.ts'
import { type DraftValues, stepSchemas } from './form-schema.ts'
import { businessPictures, draftPictures } from './media-queries.server.ts'
import { type FormStep, formSteps } from './model.ts'
import {
  findLinkedBusinessId,
  findOwnBusiness,
  insertBusiness,
  makeFreeSlug,
  waitForImport,
  withFreeSlug,
} from './queries.server.ts'
import { problemsIn } from './values-service.server.ts'

export type CreationResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'created'; business: { id: string; slug: string } }
  /** The actor already has another business. */
  | { outcome: 'exists'; business: { id: string; slug: string } }
  /** The first invalid step, with error messages by field. */
  | { outcome: 'incomplete'; step: FormStep; errors: Record<string, string[]> }
  /** There is no draft with this id, or it has expired. */
  | { outcome: 'no-draft' }

/**
 * Turns the actor's draft into a business, with its slug, logo and gallery, in one transaction. The business is visible at once.
 * @param draftId the draft that was reviewed, which tells a repeated submit from a second business
 */
export async function createBusiness(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  actor: Actor | null,
  draftId: string,
): Promise<CreationResult> {
  const owner = requireActor(actor)
  // Before the transaction, which holds a connection as long as it lasts.
  const lookups = await getBusinessLookups(platform)
  return withFreeSlug(() =>
    platform.db.transaction(async (transaction): Promise<CreationResult> => {
      // The second of two concurrent submits waits here, then finds the business of the first.
      const draft = await lockDraft(transaction, owner.userId)
      await waitForImport(transaction)
      const own = await findOwnBusiness(transaction, owner.userId)
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
export async function checkDraft(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  actor: Actor | null,
): Promise<{ step: FormStep; errors: Record<string, string[]> } | null> {
  const { userId } = requireActor(actor)
  const draft = await findDraft(platform.db, userId)
  const parsed = draft && parseDraft(draft, await getBusinessLookups(platform))
  return parsed && 'errors' in parsed ? parsed : null
}

function parseDraft(
  draft: DraftRow,
  lookups: BusinessLookups,
): { values: DraftValues } | { step: FormStep; errors: Record<string, string[]> } {
  const values: Partial<DraftValues> = {}
  for (const step of formSteps) {
    const schema: z.ZodMiniType<Partial<DraftValues>> = stepSchemas[step]
    const parsed = schema.safeParse(draft.data[step] ?? {})
    const errors = parsed.success ? problemsIn(lookups, parsed.data) : z.flattenError(parsed.error).fieldErrors
    if (Object.keys(errors).length > 0) return { step, errors }
    Object.assign(values, parsed.data)
  }
  return { values: values as DraftValues }
}

async function writeBusiness(
  transaction: Database,
  owner: Actor,
  id: string,
  values: DraftValues,
): Promise<{ id: string; slug: string }> {
  const slug = await makeFreeSlug(transaction, { id, name: values.name, city: values.city })
  const linked = await findLinkedBusinessId(transaction, owner.userId)
  await insertBusiness(transaction, { ...values, id, businessSlug: slug, profileId: owner.userId })
  if (!(await linkBusiness(transaction, owner.userId, id, linked ?? null))) {
    throw new Error('the profile was linked to another business in the meantime')
  }
  const logo = await draftPictures.logo(transaction, id)
  if (logo) await businessPictures.insertLogo(transaction, id, logo)
  for (const [orderIndex, { key, width, height, colour, masterKey, caption }] of (
    await draftPictures.gallery(transaction, id)
  ).entries()) {
    const picture = { key, width, height, colour, masterKey, caption, orderIndex }
    await businessPictures.insertGallery(transaction, id, picture)
  }
  // Deletes the rows only; the files of its pictures now belong to the business.
  await deleteDraft(transaction, owner.userId)
  await recordAudit(transaction, {
    actor: owner,
    action: 'business.created',
    subjectType: 'business',
    subjectId: id,
    detail: { isActive: true },
  })
  return { id, slug }
}
