import { isAdmin, isStaff, type Permission } from '#app/platform/.server/security/actor.ts'

/** Reads what was reported, and decides about it, about appeals and about complaints: of what they have no part in. */
export const canDecideReports: Permission = isStaff

/** Is reminded of the next review of online safety. */
export const canSeeOnlineSafetyReviewDate: Permission = isAdmin
