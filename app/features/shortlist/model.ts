import type { ComparedBusiness } from '#app/features/directory/model.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'

declare module '#app/lib/form-names.ts' {
  interface FormNamesByFeature {
    shortlist: 'shortlist'
  }
}

/** The most businesses on a shortlist. */
export const shortlistMaximum = 30

/** What a shortlist shows. Businesses that are no longer listed drop out and are counted in `gone`. */
export interface ShownShortlist {
  businesses: ComparedBusiness[]
  gone: number
  /** Why there are no distances, where somebody asked for them. */
  placeProblem: string | null
}

/** The title where it could not be changed. */
export const shortlistNotChangedTitle = 'Not saved'

export const shortlistToasts = {
  added: (count: number): ToastMessage => ({
    title: 'Saved to your shortlist',
    description: count <= 1 ? 'You can compare what you saved there.' : `${count} businesses were added.`,
  }),
  removed: { title: 'Removed from your shortlist' },
  cleared: { title: 'Shortlist cleared' },
  full: {
    title: 'Your shortlist is full',
    description: `It holds ${shortlistMaximum} businesses. Remove one to save another.`,
    bad: true,
  },
  gone: { title: 'Not saved', description: 'This business is no longer listed.', bad: true },
} as const
