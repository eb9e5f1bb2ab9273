import { isAdmin, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Sees everybody's orders, sends them to print again and refunds them. */
export const canManageOrders: PermissionCheck = isAdmin
