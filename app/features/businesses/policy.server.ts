import { isAdmin, isStaff, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Shows and hides anybody's business. */
export const canHideBusinesses: PermissionCheck = isAdmin

/** Hides a business, or deletes its pictures, as was decided about reports. */
export const canWithholdReportedBusinesses: PermissionCheck = isStaff
