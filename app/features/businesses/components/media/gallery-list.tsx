import { ArrowDown, ArrowUp, ImageOff, Trash2 } from 'lucide-react'
import { type DragEvent, Fragment, useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { moveTo } from '../../rules.ts'
import { type GalleryItem, lengths, type RemovedPicture } from '../../schema.ts'
import { UndoRemoval } from './undo-removal.tsx'

interface GalleryListProps {
  gallery: GalleryItem[]
  /** What was deleted a moment ago. */
  removed: RemovedPicture[]
  answer: FormAnswer | undefined
}

/** A gallery in its order. Buttons move a picture by one; with a script it can be dragged, too. */
export function GalleryList({ gallery, removed, answer }: GalleryListProps) {
  const ids = gallery.map(({ id }) => id)
  const submit = useSubmit()
  const [dragged, setDragged] = useState<string | null>(null)
  const moved = useMovedFocus(ids)

  const dropOn = (event: DragEvent, index: number) => {
    if (!dragged) return
    event.preventDefault()
    setDragged(null)
    const order = moveTo(ids, dragged, index)
    if (order.join() !== ids.join()) {
      void submit({ form: 'order-pictures', order: order.join() }, { method: 'post', preventScrollReset: true })
    }
  }

  const removedAt = (place: number) =>
    removed
      .filter((each) => each.place === place)
      .map(({ id }) => (
        <li key={id} className="removed-picture">
          <p>Deleted.</p>
          <UndoRemoval kind="picture" removedId={id} />
        </li>
      ))

  return (
    <ol className="gallery-list">
      {gallery.map((picture, index) => (
        <Fragment key={picture.id}>
          {removedAt(index)}
          <li
            className={dragged === picture.id ? 'dragged' : undefined}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => dropOn(event, index)}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside it do the same. */}
            <div
              className="thumb"
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(picture.id)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <ResponsivePicture
                picture={picture}
                alt={picture.caption ?? `Picture ${index + 1}`}
                sizes="8rem"
                fallback={<Icon of={ImageOff} />}
              />
            </div>
            <Caption key={picture.caption} picture={picture} number={index + 1} answer={answer} />
            <div className="row row-s gallery-acts">
              <Move ids={ids} id={picture.id} by={-1} onMove={moved} />
              <Move ids={ids} id={picture.id} by={1} onMove={moved} />
              <Form method="post" preventScrollReset>
                <FormNameField value="remove-picture" />
                <input type="hidden" name="picture" value={picture.id} />
                <Button type="submit" kind="quiet" size="small">
                  <Icon of={Trash2} size="small" />
                  Delete<span className="sr-only"> picture {index + 1}</span>
                </Button>
              </Form>
            </div>
          </li>
        </Fragment>
      ))}
      {removedAt(gallery.length)}
    </ol>
  )
}

interface CaptionProps {
  picture: GalleryItem
  number: number
  answer: FormAnswer | undefined
}

function Caption({ picture, number, answer }: CaptionProps) {
  const isAnswer = answer?.form === 'caption-picture' && answer.result?.initialValue?.picture === picture.id
  const refused = isAnswer ? answer.result : undefined
  const error = refused?.error?.caption?.[0]
  return (
    <Form method="post" preventScrollReset className="caption">
      <FormNameField value="caption-picture" />
      <input type="hidden" name="picture" value={picture.id} />
      <TextField
        id={`caption-${picture.id}`}
        name="caption"
        label={
          <>
            Caption<span className="sr-only"> of picture {number}</span> <span className="optional">(optional)</span>
          </>
        }
        defaultValue={refused?.initialValue?.caption?.toString() ?? picture.caption ?? ''}
        maxLength={lengths.caption * 2}
        {...(error && { error })}
      />
      <Button type="submit" kind="secondary" size="small">
        Save<span className="sr-only"> caption of picture {number}</span>
      </Button>
    </Form>
  )
}

interface MoveProps {
  ids: string[]
  id: string
  by: -1 | 1
  onMove: (button: string) => void
}

/** Moves a picture one place; at the end of the row it stays, but keeps focus. */
function Move({ ids, id, by, onMove }: MoveProps) {
  const index = ids.indexOf(id)
  const order = moveTo(ids, id, index + by).join()
  const button = `${by < 0 ? 'up' : 'down'}-${id}`
  const stays = order === ids.join()
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (stays) event.preventDefault()
        else onMove(button)
      }}
    >
      <FormNameField value="order-pictures" />
      <input type="hidden" name="order" value={order} />
      <Button
        id={button}
        type="submit"
        kind="quiet"
        className="btn-icon"
        aria-label={`Move picture ${index + 1} ${by < 0 ? 'up' : 'down'}`}
        {...(stays && { 'aria-disabled': true })}
      >
        <Icon of={by < 0 ? ArrowUp : ArrowDown} size="small" />
      </Button>
    </Form>
  )
}

/** Focus goes where the button went that was pressed: the browser loses it when a row takes another place. */
function useMovedFocus(ids: string[]): (button: string) => void {
  const pressed = useRef<string | null>(null)
  const order = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the order has changed.
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus()
    pressed.current = null
  }, [order])
  return (button) => {
    pressed.current = button
  }
}
