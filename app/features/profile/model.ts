import { href } from 'react-router'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { tooManyPixelsAdvice } from '#app/lib/picture-limits.ts'
import { failureToast, type ToastMessage } from '#app/lib/toast-message.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    profile: 'profile' | 'remove-avatar' | 'undo-avatar' | 'suspend' | 'reinstate' | 'mark-email'
  }
}

/** For a value that our forms do not offer. */
export const noSuchMilitaryRelationshipMessage = 'Choose a military relationship from the list'

/** The toast for a refused profile. */
export function invalidProfileToast() {
  return { title: 'Validation Error', description: 'Please check the form for errors.', bad: true } as const
}

/** The maximum size of an uploaded avatar in bytes. */
export const avatarMaxBytes = 5 * 1024 * 1024

/** The path of the upload. */
export const avatarUploadPath = href('/profile/avatar')

/** Why an avatar was refused: not a picture, too many bytes, or too many pixels. */
export type AvatarRefusal = 'type' | 'size' | 'pixels'

/** The toast for a refused avatar. */
export function avatarRefusedToast(reason: AvatarRefusal): ToastMessage {
  return avatarToasts[reason]
}

export const avatarToasts = {
  uploaded: { title: 'Success', description: 'Avatar updated successfully' },
  restored: { title: 'Success', description: 'The picture is back.' },
  tooLateToUndo: { title: 'Not found', description: 'It is too late to undo this.', bad: true },
  type: { title: 'Invalid file type', description: 'Please upload an image file', bad: true },
  size: { title: 'File too large', description: 'Please upload an image smaller than 5MB', bad: true },
  pixels: {
    title: 'File too large',
    description: `The image has too many pixels for us to read. ${tooManyPixelsAdvice}`,
    bad: true,
  },
  tooManyUploads: (minutes: number): ToastMessage => ({
    title: 'Upload failed',
    description: `Too many uploads. Wait ${formatCountWithNoun(minutes, 'minute')} and try again.`,
    bad: true,
  }),
  uploadFailed: failureToast('Upload failed', 'The picture could not be saved. Try again.'),
} as const

/** A member's profile, as only the member sees it. */
export interface ProfileView {
  id: string
  firstName: string
  lastName: string
  displayName: string | null
  personalEmail: string
  personalMobile: string | null
  /** Key in the bucket `avatars`. */
  avatarKey: string | null
  businessId: string | null
  militaryRelationshipTypeId: number | null
  militaryRelationshipType: string | null
  /** Null until something is saved. */
  verificationStatus: VerificationStatus | null
  userType: Role
  createdAt: Date
  updatedAt: Date | null
}

/** A member, as an admin sees them before a suspension. */
export interface MemberForSuspension {
  id: string
  name: string
  email: string
  /** Since when mail to their sign-in address is refused; null if it is not. */
  undeliverableSince: Date | null
  userType: Role
  joinedAt: Date
  /** Null if not suspended. */
  suspendedAt: Date | null
  suspensionReason: string | null
  /** Whether it is the admin's own account. */
  isSelf: boolean
}

export interface MemberSuspension {
  since: Date
  /** The admin's reason; null for suspensions from before reasons were required. */
  reason: string | null
}

/** The toasts after a suspension or reinstatement. */
export const memberSuspensionToasts = {
  suspend: {
    title: 'Member suspended',
    description: 'They are signed out, their business is hidden, and they get an email that says why.',
  },
  reinstate: { title: 'Member reinstated', description: 'They can log in again, and they get an email.' },
  self: { title: 'Error', description: 'You cannot suspend yourself. Ask another admin.', bad: true },
  failed: { title: 'Error', description: 'The member was not changed. Try again in a moment.', bad: true },
  marked: {
    title: 'Noted',
    description: 'Other emails are held back from now on.',
  },
  cleared: { title: 'Noted', description: 'All emails are sent again.' },
} as const
