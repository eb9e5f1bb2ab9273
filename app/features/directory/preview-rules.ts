import { href } from 'react-router'
import type { BusinessVisibilityStatus } from '#app/features/businesses/model.ts'

type Unlisted = Exclude<BusinessVisibilityStatus, 'listed'>

/** Why the public does not see a business, and where its owner or an admin goes from there. */
export interface UnlistedBusinessReason {
  reason: string
  link: { label: string; to: string }
}

const reasonsForOwners: Record<Unlisted, UnlistedBusinessReason> = {
  unverified: {
    reason: 'It will be visible in the directory once you are verified.',
    link: { label: 'How verification works', to: href('/verification') },
  },
  starting: {
    reason: 'You are verified. It will be visible in the directory within a minute.',
    link: { label: 'Go to your dashboard', to: href('/dashboard') },
  },
  hidden: {
    reason: 'You have hidden it from the directory.',
    link: { label: 'Change its visibility', to: `${href('/my-business')}#visibility` },
  },
  suspended: { reason: 'Your account is suspended.', link: { label: 'Go to your profile', to: href('/profile') } },
}

const reasonsForAdmins: Record<Unlisted, string> = {
  unverified: 'Its owner is not verified.',
  starting: 'Its owner has just been approved. It will be visible in the directory within a minute.',
  hidden: 'It is hidden from the directory.',
  suspended: 'Its owner is suspended.',
}

/** Explains to an owner or an admin why a business is not listed; null if it is. */
export function explainUnlistedBusiness(
  status: BusinessVisibilityStatus,
  isOwner: boolean,
): UnlistedBusinessReason | null {
  if (status === 'listed') return null
  if (isOwner) return reasonsForOwners[status]
  return {
    reason: reasonsForAdmins[status],
    link: { label: 'Back to Businesses', to: `${href('/admin')}?tab=businesses` },
  }
}
