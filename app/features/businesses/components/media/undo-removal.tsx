import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { RemovedPicture } from '../../schema.ts'

/** Those of the pictures that were deleted a moment ago which can still be put back. */
export function useRemoved(removed: RemovedPicture[]): RemovedPicture[] {
  const [over, setOver] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const timers = removed.map(({ id, secondsLeft }) =>
      setTimeout(() => setOver((before) => new Set(before).add(id)), secondsLeft * 1_000),
    )
    return () => timers.forEach(clearTimeout)
  }, [removed])
  return removed.filter(({ id }) => !over.has(id))
}

interface UndoRemovalProps {
  kind: 'logo' | 'picture'
  removedId: string
}

/** Stands where a picture was: puts it back. */
export function UndoRemoval({ kind, removedId }: UndoRemovalProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The button that deleted it went with it, and took focus along.
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
