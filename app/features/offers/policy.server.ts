import { isAdmin, isStaff, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Sees how many codes there are. The codes themselves nobody sees. */
export const canSeePartnerCodeCounts: PermissionCheck = isStaff

/** Adds codes, and removes those that nobody has. */
export const canChangePartnerCodes: PermissionCheck = isAdmin
