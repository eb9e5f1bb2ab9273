import { isAdmin, isStaff, type Permission } from '#app/platform/.server/security/actor.ts'

/** Shows and hides anybody's business. */
export const canHideBusinesses: Permission = isAdmin

/** Hides a business, or deletes its pictures, as was decided about reports. */
export const canWithholdBusinesses: Permission = isStaff
