/** A short message about what just happened. */
export interface ToastMessage {
  title: string
  description?: string | undefined
  /** Something went wrong. */
  bad?: boolean | undefined
}
