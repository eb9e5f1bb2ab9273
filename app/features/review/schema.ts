import type { BusinessStatus } from '#app/features/businesses/schema.ts'

/** The three counts; those that only admins see are null for reviewers. */
export interface AdminCounts {
  users: number | null
  businesses: number | null
  verifications: number
  /** Of these, how many wait for a decision. */
  pending: number
}

/** A case as it stands in the queue. */
export interface QueuedCase {
  id: string
  name: string
  serviceBranch: string | null
  relationshipType: string | null
  business: string | null
  waitingSince: Date
  /** Who looks at it, where anybody does. */
  reviewer: { name: string; isSelf: boolean } | null
  /** The reviewer's own case, which another decides. */
  isOwn: boolean
}

/** A business as the staff see it in a list. */
export interface ListedBusiness {
  id: string
  name: string
  slug: string
  city: string | null
  industry: string | null
  isActive: boolean
  status: BusinessStatus
  owner: { name: string; email: string } | null
  createdAt: Date
}

/** A member as the staff see them in a list. */
export interface ListedProfile {
  id: string
  name: string
  email: string
  userType: string
  /** Null for none. */
  verificationStatus: string | null
  relationshipType: string | null
  joinedAt: Date
  isSuspended: boolean
  isSelf: boolean
}
