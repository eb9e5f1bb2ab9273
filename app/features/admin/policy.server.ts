import { isAdmin, isStaff, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Sees the cases that wait for a decision, and how many of what there is. */
export const canReadVerificationQueue: PermissionCheck = isStaff

/** Sees all members and businesses, and the trades that were removed. */
export const canListMembersAndBusinesses: PermissionCheck = isAdmin

/** Reads the audit log, and takes a copy of it. */
export const canReadAudit: PermissionCheck = isAdmin

/** Sees failed jobs, and has them run again. */
export const canRetryJobs: PermissionCheck = isAdmin

/** Reads the statistics of verification and the directory. */
export const canReadAdminStatistics: PermissionCheck = isAdmin
