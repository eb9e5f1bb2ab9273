import { isAdmin, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Reads, marks and answers what people write to the organisation. */
export const canHandleContactSubmissions: PermissionCheck = isAdmin
