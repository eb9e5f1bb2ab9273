import { isAdmin, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Syncs the products with their providers, and sees how that went. */
export const canSyncProducts: PermissionCheck = isAdmin
