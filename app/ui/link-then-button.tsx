import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

interface LinkThenButtonProps {
  link: ComponentProps<'a'>
  button: ComponentProps<'button'>
}

/** Without scripts a link, and a button once they have arrived. Whoever had reached the link by then has reached the button. */
export function LinkUntilHydratedThenButton({ link, button }: LinkThenButtonProps) {
  const hydrated = useHydrated()
  const place = useRef<HTMLDivElement>(null)
  const wasReached = useRef(false)

  useLayoutEffect(() => {
    if (!hydrated) wasReached.current = place.current?.contains(document.activeElement) ?? false
    else if (wasReached.current && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [hydrated])

  return (
    <div ref={place} data-waits="">
      {hydrated ? <button type="button" {...button} /> : <a {...link} />}
    </div>
  )
}
