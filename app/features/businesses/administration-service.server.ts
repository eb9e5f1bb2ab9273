import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireAdmin } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { lockBusiness } from './queries.server.ts'
import type { BusinessStatus } from './rules.ts'
import { switchVisibility } from './visibility.server.ts'

/** Makes anybody's business visible in the directory or hides it, for an admin; null where there is none. */
export async function setVisibilityOf(
  { db }: Platform,
  actor: Actor | null,
  businessId: string,
  isActive: boolean,
): Promise<BusinessStatus | null> {
  const who = requireAdmin(actor)
  if (!isUuid(businessId)) return null
  return db.transaction(async (transaction) => {
    const row = await lockBusiness(transaction, businessId)
    return row && switchVisibility(transaction, who, row, isActive)
  })
}
