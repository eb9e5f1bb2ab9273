import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { RemovedPicture } from '../../schema.ts'

/** Filters removed pictures for those that can still be restored, and updates when their time is over. */
export function useRemoved(removed: RemovedPicture[]): RemovedPicture[] {
  const [expired, setExpired] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const timers = removed.map(({ id, secondsLeft }) =>
      setTimeout(() => setExpired((before) => new Set(before).add(id)), secondsLeft * 1_000),
    )
    return () => timers.forEach(clearTimeout)
  }, [removed])
  return removed.filter(({ id }) => !expired.has(id))
}

interface UndoRemovalProps {
  kind: 'logo' | 'picture'
  removedId: string
}

/** The button that restores a removed picture, shown in its place. */
export function UndoRemoval({ kind, removedId }: UndoRemovalProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The delete button that had focus is gone.
    if (document.activeElement === document.body) form.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  return (
    <Form ref={form} method="post" preventScrollReset>
      <FormNameField value={`undo-${kind}`} />
      <input type="hidden" name="picture" value={removedId} />
      <Button type="submit" kind="secondary" size="small">
        <Icon of={Undo2} size="small" />
        Undo<span className="sr-only"> deleting the {kind}</span>
      </Button>
    </Form>
  )
}
