import { z } from 'zod'
import { linkBusiness } from '#app/features/profile/service.server.ts'
import { type BusinessLookups, getBusinessLookups } from '#app/features/reference/service.server.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type DraftRow, deleteDraft, findDraft, lockDraft } from './draft-queries.server.ts'
import { businessPictures, draftPictures } from './media-queries.server.ts'
import { findLinkedBusinessId, findOwnBusiness, insertBusiness, waitForImport } from './queries.server.ts'
import { unknownChoices } from './rules.ts'
import { type DraftValues, type FormStep, formSteps, stepSchemas } from './schema.ts'
import { findFreeSlug, withFreeSlug } from './slugs.server.ts'

export type CreationResult =
  /** Also for the same form sent again: the business is the first one's. */
  | { outcome: 'created'; business: { id: string; slug: string } }
  /** The actor has a business, made another time. */
  | { outcome: 'exists'; business: { id: string; slug: string } }
  /** The first step that cannot be taken as it is, and why, by field. */
  | { outcome: 'incomplete'; step: FormStep; errors: Record<string, string[]> }
  /** There is no such draft (any more). */
  | { outcome: 'no-draft' }

/**
 * Makes the actor's draft a business: it, its address, logo and gallery together or not at all, visible from the first.
 * `draftId` is the draft's that was reviewed, so that a second submit is known from a second business.
 */
export async function createBusiness(
  platform: Platform,
  actor: Actor | null,
  draftId: string,
): Promise<CreationResult> {
  const owner = requireActor(actor)
  // Looked up before the transaction: the embedded database has one connection, which a transaction holds.
  const lookups = await getBusinessLookups(platform)
  return withFreeSlug(() =>
    platform.db.transaction(async (transaction): Promise<CreationResult> => {
      // The second of two submits waits here until the first is done, and finds its business.
      const draft = await lockDraft(transaction, owner.userId)
      await waitForImport(transaction)
      const own = await findOwnBusiness(transaction, owner.userId)
      if (own) {
        const { id, slug } = own
        return { outcome: id === draftId ? 'created' : 'exists', business: { id, slug } }
      }
      if (!draft || draft.isExpired || draft.id !== draftId) return { outcome: 'no-draft' }
      const read = readDraft(draft, lookups)
      if ('errors' in read) return { outcome: 'incomplete', ...read }
      return { outcome: 'created', business: await writeBusiness(transaction, owner, draftId, read.values) }
    }),
  )
}

/** What is wrong with the actor's draft, by step; null where it can be submitted, or there is none. */
export async function checkDraft(
  platform: Platform,
  actor: Actor | null,
): Promise<{ step: FormStep; errors: Record<string, string[]> } | null> {
  const { userId } = requireActor(actor)
  const draft = await findDraft(platform.db, userId)
  const read = draft && readDraft(draft, await getBusinessLookups(platform))
  return read && 'errors' in read ? read : null
}

function readDraft(
  draft: DraftRow,
  lookups: BusinessLookups,
): { values: DraftValues } | { step: FormStep; errors: Record<string, string[]> } {
  const values: Partial<DraftValues> = {}
  for (const step of formSteps) {
    const schema: z.ZodType<Partial<DraftValues>> = stepSchemas[step]
    const parsed = schema.safeParse(draft.data[step] ?? {})
    const errors = parsed.success ? unknownChoices(lookups, parsed.data) : z.flattenError(parsed.error).fieldErrors
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
  const slug = await findFreeSlug(transaction, { id, name: values.name, city: values.city })
  const linked = await findLinkedBusinessId(transaction, owner.userId)
  await insertBusiness(transaction, { ...values, id, businessSlug: slug, profileId: owner.userId })
  if (!(await linkBusiness(transaction, owner.userId, id, linked ?? null))) {
    throw new Error('the profile was given another business meanwhile')
  }
  const logo = await draftPictures.logo(transaction, id)
  if (logo) await businessPictures.insertLogo(transaction, id, logo)
  for (const [orderIndex, { key, width, height, colour, masterKey, caption }] of (
    await draftPictures.gallery(transaction, id)
  ).entries()) {
    const picture = { key, width, height, colour, masterKey, caption, orderIndex }
    await businessPictures.insertGallery(transaction, id, picture)
  }
  // Its pictures are the business's now: their files stay.
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
