import { isAdmin, isStaff, type Permission } from '#app/platform/.server/security/actor.ts'

/** Sees the cases that wait for a decision, and how many of what there is. */
export const canReadVerificationQueue: Permission = isStaff

/** Sees all members and businesses, and the trades that were removed. */
export const canListMembersAndBusinesses: Permission = isAdmin

/** Reads the audit log, and takes a copy of it. */
export const canReadAudit: Permission = isAdmin

/** Sees failed jobs, and has them run again. */
export const canRetryJobs: Permission = isAdmin

/** Reads the statistics of verification and the directory. */
export const canReadAdminStatistics: Permission = isAdmin
