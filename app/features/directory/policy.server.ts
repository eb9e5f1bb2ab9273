import { isAdmin, type Permission } from '#app/platform/.server/security/actor.ts'

/** Sees anybody's page as it is or would be listed. */
export const canPreviewBusinesses: Permission = isAdmin
