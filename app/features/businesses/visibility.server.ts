import type { Actor } from '#app/platform/.server/actor.ts'
import { recordAudit } from '#app/platform/.server/audit.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { updateBusiness } from './queries.server.ts'
import { type BusinessStatus, statusOf } from './rules.ts'

/** Shows a business that is held in the transaction, or hides it, and writes that down; answers how it stands then. */
export async function switchVisibility(
  transaction: Database,
  actor: Actor,
  row: Parameters<typeof statusOf>[0] & { id: string },
  isActive: boolean,
): Promise<BusinessStatus> {
  if (row.isActive !== isActive) {
    await updateBusiness(transaction, row.id, { isActive })
    await recordAudit(transaction, {
      actor,
      action: isActive ? 'business.activated' : 'business.deactivated',
      subjectType: 'business',
      subjectId: row.id,
    })
  }
  return statusOf({ ...row, isActive })
}
