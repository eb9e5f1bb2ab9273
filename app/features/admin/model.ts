import type { BusinessVisibilityStatus } from '#app/features/businesses/model.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { failureToast } from '#app/lib/toast-message.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    admin: 'order' | 'retry'
  }
}

export const jobNotRetriedToast = failureToast('Job not put back in its queue')

/** The counts; those for admins only are null for reviewers. */
export interface AdminCounts {
  users: number | null
  businesses: number | null
  verifications: number
  /** How many of these wait for a decision. */
  pending: number
}

/** A case in the queue. */
export interface QueuedVerificationCase {
  id: string
  name: string
  serviceBranch: string | null
  relationshipType: string | null
  business: string | null
  waitingSince: Date
  /** The reviewer who has claimed it, if any. */
  reviewer: { name: string; isSelf: boolean } | null
  /** Whether it is the reviewer's own case, which another reviewer decides. */
  isOwn: boolean
  /** That it is an appeal, or that an admin reopened it. */
  objection: 'appealed' | 'reopened' | null
  /** Whether the reviewer had decided it before that, or recorded what they saw, so that another reviewer decides it. */
  isLeftToOthers: boolean
  /** Whether it was the reviewer who recorded it. */
  hasRecorded: boolean
  /** Somebody recorded what they saw instead of documents, and a second person is to confirm it. */
  isRecorded: boolean
  /** Whether a name has changed since the case was sent. */
  hasNewName: boolean
}

/** A business in the staff's list. */
export interface BusinessRowForStaff {
  id: string
  name: string
  slug: string
  city: string | null
  industry: string | null
  isActive: boolean
  status: BusinessVisibilityStatus
  owner: { name: string; email: string } | null
  createdAt: Date
}

/** A trade that was removed from content/trades.yaml, and the number of businesses that have it. */
export interface RemovedTradeWithBusinessCount {
  id: string
  name: string
  businesses: number
}

/** A member in the staff's list. */
export interface ProfileRowForStaff {
  id: string
  name: string
  email: string
  userType: Role
  /** Null for none. */
  verificationStatus: VerificationStatus | null
  relationshipType: string | null
  joinedAt: Date
  isSuspended: boolean
  /** Id of their verification; null for none. */
  caseId: string | null
  isSelf: boolean
}
