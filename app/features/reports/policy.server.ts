import { isAdmin, isStaff, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Reads what was reported, and decides about it, about appeals and about complaints: of what they have no part in. */
export const canDecideReports: PermissionCheck = isStaff

/** Is reminded of the next review of online safety. */
export const canSeeOnlineSafetyReviewDate: PermissionCheck = isAdmin
