import { href } from 'react-router'
import { effectsOfVerificationStatus } from '#app/features/reference/rules.ts'
import type { ProfileView } from './model.ts'
import { profileCompletionOf } from './rules.ts'

/** A step of a new member. */
export interface OnboardingStep {
  title: string
  text: string
  /** The link to the step; null if it is done. */
  action: { label: string; to: string } | null
  done: boolean
}

/** The steps of a member who has confirmed the address, in order. */
export function onboardingSteps(profile: ProfileView | null): OnboardingStep[] {
  const missing = profile ? profileCompletionOf(profile).missing : null
  return [
    {
      title: 'Confirm your email address',
      text: 'You followed the link we sent you, so we know how to reach you.',
      action: null,
      done: true,
    },
    {
      title: 'Complete your profile',
      text: missing?.length
        ? `Still missing: ${missing.map((field) => field.toLowerCase()).join(', ')}.`
        : 'Your name, how to reach you, and a picture.',
      action: { label: 'Complete your profile', to: href('/profile') },
      done: missing?.length === 0,
    },
    {
      title: 'Tell us about your service',
      text: 'Verification is free. Only a reviewer reads what you send.',
      action: { label: 'Start verification', to: href('/verification') },
      done: effectsOfVerificationStatus(profile?.verificationStatus ?? null).isSubmitted,
    },
    {
      title: 'List your business',
      text: '4 short steps. You can stop at any time, and we save what you fill in.',
      action: { label: 'List your business', to: href('/business-onboarding') },
      done: Boolean(profile?.businessId),
    },
  ]
}
