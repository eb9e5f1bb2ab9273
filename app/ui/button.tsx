import type { ComponentProps } from 'react'
import { Link } from './link.tsx'

interface Look {
  kind?: 'primary' | 'secondary' | 'quiet'
  size?: 'small' | 'medium' | 'large'
}

/** The classes of a button, for an external `<a>`. */
export function buttonClass({ kind = 'primary', size = 'medium' }: Look = {}, more = ''): string {
  return ['btn', kind === 'primary' ? '' : `btn-${kind}`, size === 'medium' ? '' : `btn-${size}`, more]
    .filter(Boolean)
    .join(' ')
}

/** A button. One primary button per view. */
export function Button({ kind, size, className, type = 'button', ...rest }: Look & ComponentProps<'button'>) {
  return <button type={type} className={buttonClass(look(kind, size), className)} {...rest} />
}

/** A link within Muster that looks like a button. */
export function LinkButton({ kind, size, className, ...rest }: Look & ComponentProps<typeof Link>) {
  return <Link className={buttonClass(look(kind, size), className)} {...rest} />
}

function look(kind: Look['kind'], size: Look['size']): Look {
  return { ...(kind && { kind }), ...(size && { size }) }
}
