import { isAdmin, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Notes that emails do not reach somebody, or do again. */
export const canSetEmailUndeliverable: PermissionCheck = isAdmin
