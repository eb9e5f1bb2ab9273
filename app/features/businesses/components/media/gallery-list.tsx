import { ArrowDown, ArrowUp, ImageOff, Trash2 } from 'lucide-react'
import { type DragEvent, Fragment, useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormNameField } from '#app/ui/form-name-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ResponsivePicture } from '#app/ui/responsive-picture.tsx'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { UndoPictureRemovalButton } from '#app/ui/undo-removal.tsx'
import {
  businessFieldMaxLengths,
  type EditableBusinessGalleryPicture,
  type RemovedBusinessGalleryPicture,
} from '../../model.ts'
import { moveIdToIndex } from '../../rules.ts'
import '#app/features/businesses/components/my-business.css'
import '#app/features/businesses/components/wizard.css'
import '#app/ui/upload-list.css'

interface GalleryListProps {
  gallery: EditableBusinessGalleryPicture[]
  /** Pictures that can still be restored. */
  removed: RemovedBusinessGalleryPicture[]
  answer: FormRefusal | undefined
  isBeingDeleted: (id: string) => boolean
  /** Called when the deletion of a picture is sent. */
  onDelete: (id: string) => void
}

/** A gallery in order. Buttons move a picture by one; with JavaScript it can also be dragged. */
export function EditableBusinessGalleryList({ gallery, removed, answer, isBeingDeleted, onDelete }: GalleryListProps) {
  const ids = gallery.map(({ id }) => id)
  const submit = useSubmit()
  const [dragged, setDragged] = useState<string | null>(null)
  const restoreFocus = useFocusAfterMove(ids)

  const dropOn = (event: DragEvent, index: number) => {
    if (!dragged) return
    event.preventDefault()
    setDragged(null)
    const order = moveIdToIndex(ids, dragged, index)
    if (order.join() !== ids.join()) {
      void submit({ form: 'order-pictures', order: order.join() }, { method: 'post', preventScrollReset: true })
    }
  }

  const removedAt = (index: number) =>
    removed
      .filter((each) => each.index === index)
      .map(({ id }) => (
        <li key={id} className="removed-picture">
          <p>Deleted.</p>
          <UndoPictureRemovalButton name="undo-picture" removedId={id} what="deleting the picture" />
        </li>
      ))

  return (
    <ol className="gallery-list">
      {gallery.map((picture, index) => (
        <Fragment key={picture.id}>
          {removedAt(index)}
          {isBeingDeleted(picture.id) && (
            <li className="removed-picture">
              <p>Deleting...</p>
            </li>
          )}
          <li
            hidden={isBeingDeleted(picture.id)}
            className={dragged === picture.id ? 'dragged' : undefined}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => dropOn(event, index)}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons next to it do the same. */}
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
              <MoveButton ids={ids} id={picture.id} by={-1} onMove={restoreFocus} />
              <MoveButton ids={ids} id={picture.id} by={1} onMove={restoreFocus} />
              <Form method="post" preventScrollReset onSubmit={() => onDelete(picture.id)}>
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
  picture: EditableBusinessGalleryPicture
  number: number
  answer: FormRefusal | undefined
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
        maxLength={businessFieldMaxLengths.caption * 2}
        {...(error && { error })}
      />
      <Button type="submit" kind="secondary" size="small">
        Save<span className="sr-only"> caption of picture {number}</span>
      </Button>
    </Form>
  )
}

interface MoveButtonProps {
  ids: string[]
  id: string
  by: -1 | 1
  /** Called with the id of the button. */
  onMove: (buttonId: string) => void
}

/** Moves a picture by one. At the end of the list it does nothing, but it stays focusable. */
function MoveButton({ ids, id, by, onMove }: MoveButtonProps) {
  const index = ids.indexOf(id)
  const order = moveIdToIndex(ids, id, index + by).join()
  const buttonId = `${by < 0 ? 'up' : 'down'}-${id}`
  const isAtEnd = order === ids.join()
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (isAtEnd) event.preventDefault()
        else onMove(buttonId)
      }}
    >
      <FormNameField value="order-pictures" />
      <input type="hidden" name="order" value={order} />
      <Button
        id={buttonId}
        type="submit"
        kind="quiet"
        className="btn-icon"
        aria-label={`Move picture ${index + 1} ${by < 0 ? 'up' : 'down'}`}
        {...(isAtEnd && { 'aria-disabled': true })}
      >
        <Icon of={by < 0 ? ArrowUp : ArrowDown} size="small" />
      </Button>
    </Form>
  )
}

/** Focuses the pressed button again after a move: the browser loses focus when the list item is moved in the document. */
function useFocusAfterMove(ids: string[]): (buttonId: string) => void {
  const pressed = useRef<string | null>(null)
  const order = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order has changed
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus()
    pressed.current = null
  }, [order])
  return (buttonId) => {
    pressed.current = buttonId
  }
}
