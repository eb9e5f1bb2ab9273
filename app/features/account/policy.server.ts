import { isAdmin, type Permission } from '#app/platform/.server/security/actor.ts'

/** Notes that emails do not reach somebody, or do again. */
export const canSetEmailUndeliverable: Permission = isAdmin
