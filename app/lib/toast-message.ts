/** A short message about what just happened. */
export interface ToastMessage {
  title: string
  description?: string | undefined
  /** Something went wrong. */
  bad?: boolean | undefined
  /** It asks for something to be done, and so stands on the page until one leaves it: there, or in one's mail. */
  asks?: 'here' | 'mail' | undefined
}

/** The message about something that failed; `defineForm` adds a reason where there is none. */
export function failureToast(title: string, description?: string) {
  return { title, ...(description !== undefined && { description }), bad: true }
}
