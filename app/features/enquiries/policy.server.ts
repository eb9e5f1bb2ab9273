import { isAdmin, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Sees whose enquiries owners reported as spam. */
export const canReadEnquirySpamSenders: PermissionCheck = isAdmin
