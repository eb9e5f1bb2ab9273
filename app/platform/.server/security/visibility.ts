import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { type Actor, type PermissionCheck, requireActor, requirePermission } from './actor.ts'
import { recordAuditEvent } from './audit.ts'

/** Something that its owner, or an admin, can hide from the public. */
interface Hideable<Row, Status> {
  /** Names it in the audit log: 'business.activated'. */
  subjectType: 'business' | 'podcast'
  /** Both lock the row until the transaction ends and return null if there is none. */
  lockOwn: (transaction: Database, userId: string) => Promise<Row | null>
  lock: (transaction: Database, id: string) => Promise<Row | null>
  update: (transaction: Database, id: string, change: { isActive: boolean; withheldAt?: Date | null }) => Promise<void>
  statusOf: (row: Row) => Status
  /** Who may hide anybody's, and who may after a report. */
  canHide: PermissionCheck
  canWithhold: PermissionCheck
  /** Lets an admin decide about it: true where they have a part in it and nobody else can. @throws StaffConflictOfInterestError */
  requireNoPart: (transaction: Database, admin: Actor, id: string) => Promise<boolean>
}

/** The services that show or hide a business or a podcast. Each returns the new status. */
export function makeBusinessOrPodcastVisibilityServices<
  Row extends { id: string; isActive: boolean; isWithheld: boolean },
  Status,
>({ subjectType, lockOwn, lock, update, statusOf, canHide, canWithhold, requireNoPart }: Hideable<Row, Status>) {
  /** Shows or hides a row that the transaction has locked. Only a change is audited. */
  async function switchVisibility(transaction: Database, actor: Actor, row: Row, isActive: boolean): Promise<Status> {
    if (isActive && row.isWithheld) await update(transaction, row.id, { isActive, withheldAt: null })
    if (row.isActive !== isActive) {
      await update(transaction, row.id, { isActive })
      const action = isActive ? 'activated' : 'deactivated'
      await recordAuditEvent(transaction, { actor, action: `${subjectType}.${action}`, subjectType, subjectId: row.id })
    }
    return statusOf({ ...row, isActive })
  }

  return {
    switchVisibility,

    /** Shows or hides the actor's own; null if they have none. What staff hid after a report, staff alone show again. */
    async setVisibility(
      { db }: Pick<Platform, 'db'>,
      actor: Actor | null,
      isActive: boolean,
    ): Promise<Status | 'withheld' | null> {
      const owner = requireActor(actor)
      return db.transaction(async (transaction) => {
        const row = await lockOwn(transaction, owner.userId)
        if (row?.isWithheld && isActive) return 'withheld'
        return row && switchVisibility(transaction, owner, row, isActive)
      })
    },

    /** Shows or hides anybody's, for an admin who has no part in it; null if there is none with this id. */
    async setVisibilityAsAdmin(
      { db }: Pick<Platform, 'db'>,
      actor: Actor | null,
      id: string,
      isActive: boolean,
    ): Promise<Status | null> {
      const admin = requirePermission(actor, canHide)
      if (!isUuid(id)) return null
      return db.transaction(async (transaction) => {
        const row = await lock(transaction, id)
        if (!row) return null
        const isAlone = await requireNoPart(transaction, admin, id)
        if (isAlone && row.isActive !== isActive) {
          const action = `${subjectType}.decided-alone` as const
          await recordAuditEvent(transaction, { actor: admin, action, subjectType, subjectId: id })
        }
        return switchVisibility(transaction, admin, row, isActive)
      })
    },

    /**
     * Hides anybody's after a report, or shows again what is hidden so, in the caller's transaction. What its owner hid stays hidden.
     * Only for the feature reports.
     */
    async withhold(transaction: Database, actor: Actor | null, id: string, isWithheld: boolean): Promise<void> {
      const staff = requirePermission(actor, canWithhold)
      const row = await lock(transaction, id)
      if (!row || (!isWithheld && !row.isWithheld)) return
      await switchVisibility(transaction, staff, row, !isWithheld)
      if (isWithheld) await update(transaction, id, { isActive: false, withheldAt: new Date() })
    },
  }
}
