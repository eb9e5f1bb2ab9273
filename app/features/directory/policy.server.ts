import { isAdmin, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Sees anybody's page as it is or would be listed. */
export const canPreviewBusinesses: PermissionCheck = isAdmin
