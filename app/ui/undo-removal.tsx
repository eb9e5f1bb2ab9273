import { Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { FormName } from '#app/lib/form-names.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { Button } from './button.tsx'
import { FormNameField } from './form-name-field.tsx'
import { Icon } from './icon.tsx'

/** Filters removed pictures for those that can still be brought back, and updates when their time is over. */
export function useStillUndoableRemovedPictures<Removed extends UndoableRemovedPicture>(removed: Removed[]): Removed[] {
  const [expired, setExpired] = useState<ReadonlySet<string>>(new Set())
  const waits = removed.map(({ id, secondsLeft }) => `${id} ${secondsLeft}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is in the list, which may be made anew each time.
  useEffect(() => {
    const timers = removed.map(({ id, secondsLeft }) =>
      setTimeout(() => setExpired((before) => new Set(before).add(id)), secondsLeft * 1_000),
    )
    return () => timers.forEach(clearTimeout)
  }, [waits])
  return removed.filter(({ id }) => !expired.has(id))
}

interface UndoRemovalProps {
  /** The name of the form. */
  name: FormName
  removedId: string
  /** What it undoes: 'deleting the logo'. */
  what: string
}

/** The button that brings a picture back, shown in its place. */
export function UndoPictureRemovalButton({ name, removedId, what }: UndoRemovalProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The delete button that had focus is gone.
    if (document.activeElement === document.body) form.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  // Before it is taken away: what then stands in its place gets the focus that it had.
  useLayoutEffect(() => {
    const slot = form.current?.parentElement
    return () => {
      const list = slot?.parentElement
      if (!list || !slot.contains(document.activeElement)) return
      const index = [...list.children].indexOf(slot)
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        list.children[index]
          ?.querySelector<HTMLElement>('input:not([type=hidden]), button')
          ?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <Form ref={form} method="post" preventScrollReset>
      <FormNameField value={name} />
      <input type="hidden" name="picture" value={removedId} />
      <Button type="submit" kind="secondary" size="small">
        <Icon of={Undo2} size="small" />
        Undo<span className="sr-only"> {what}</span>
      </Button>
    </Form>
  )
}
