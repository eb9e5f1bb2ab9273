import { useState } from 'react'

/**
 * The key a form is sent under. Each time the page is made it brings another, but one that is being filled in keeps its own
 * until it was sent: then the new one also begins the form anew.
 */
export function useSubmissionKey(made: string, wasSent: boolean): string {
  const [key, setKey] = useState(made)
  if (wasSent && key !== made) setKey(made)
  return key
}
