import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, 'type'> {
  /** The form is being sent; the form itself must prevent a second submission. */
  busy: boolean
  busyLabel: string
}

/** A submit button that shows progress. It stays focusable while the form is sent. */
export function SubmitButton({ busy, busyLabel, children, ...button }: SubmitButtonProps) {
  return (
    <>
      <Button {...button} type="submit" {...(busy && { 'aria-disabled': true, 'aria-busy': true })}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {busy ? busyLabel : children}
      </Button>
      <span className="sr-only" role="status">
        {busy ? busyLabel : ''}
      </span>
    </>
  )
}
