import { useState } from 'react'

/**
 * The idempotency key of a form. Each load of the page brings a new one, but a form that is being filled in keeps its key until
 * it is sent; then the new key also resets the form.
 */
export function useSubmissionKey(made: string, wasSent: boolean): string {
  const [key, setKey] = useState(made)
  if (wasSent && key !== made) setKey(made)
  return key
}
