import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, 'type'> {
  /** What was sent is under way; the form itself must see to it that it is not sent twice. */
  busy: boolean
  busyLabel: string
}

/** Sends its form, and says when that is under way; it stays focusable then, so nobody loses their place. */
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
