import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, NotAllowed, requireActor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { lockBusiness, updateBusiness } from './queries.server.ts'
import { type Standing, standingOf } from './rules.ts'

/** Makes anybody's business visible in the directory or hides it, for an admin; null where there is none. */
export async function setVisibilityOf(
  { db }: Platform,
  actor: Actor | null,
  businessId: string,
  isActive: boolean,
): Promise<Standing | null> {
  const who = requireActor(actor)
  if (who.role !== 'Admin') throw new NotAllowed()
  if (!isUuid(businessId)) return null
  return db.transaction(async (transaction) => {
    const row = await lockBusiness(transaction, businessId)
    if (!row) return null
    if (row.isActive !== isActive) {
      await updateBusiness(transaction, row.id, { isActive })
      await recordAudit(transaction, {
        actor: who,
        action: isActive ? 'business.activated' : 'business.deactivated',
        subjectType: 'business',
        subjectId: row.id,
      })
    }
    return standingOf({ ...row, isActive })
  })
}
