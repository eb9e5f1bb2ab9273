import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { pictureTypes } from '#app/lib/pictures.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { isFileOf } from '#app/ui/is-file-of.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { useRemoved } from '#app/ui/undo-removal.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { businessMessages, galleryMaximum, galleryRefusal, type Media, pictureBytes } from '../../model.ts'
import { GalleryList } from './gallery-list.tsx'
import '#app/features/businesses/components/my-business.css'
import '#app/features/businesses/components/wizard.css'

interface GalleryFormProps {
  media: Media
  /** The path that pictures are posted to. */
  upload: string
  /** The screen it is on: one message is worded differently. */
  where: 'wizard' | 'my-business'
  /** The response to the last form about pictures. */
  answer: FormAnswer | undefined
}

/** The gallery: add several pictures at once, caption, sort and delete them. */
export function GalleryForm({ media: { gallery, removed }, upload, where, answer }: GalleryFormProps) {
  const action = `${upload}?kind=gallery`
  const { uploads, add, refuse, cancel, retry } = useUploads({
    address: action,
    name: 'picture',
    stored: businessMessages.imagesUploaded,
  })
  const pending = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const undoable = useRemoved(removed.gallery)
  const { isBeingDeleted, noteDeleted } = useBeingDeleted()
  const count = gallery.filter(({ id }) => !isBeingDeleted(id)).length
  const remaining = galleryMaximum - count - pending

  const addFiles = async (files: File[]) => {
    const accepted: File[] = []
    for (const file of files) {
      if (file.size > pictureBytes) refuse(file, galleryRefusal('size', file.name, where))
      else if (!(await isFileOf(file, 'pictures'))) refuse(file, galleryRefusal('type', file.name, where))
      else if (accepted.length >= remaining) refuse(file, galleryRefusal('too-many', file.name, where))
      else accepted.push(file)
    }
    add(accepted)
  }

  return (
    <div className="gallery-form">
      <p className="num muted" role="status">
        {count} of {galleryMaximum} pictures
      </p>
      {gallery.length + undoable.length > 0 && (
        <GalleryList
          gallery={gallery}
          removed={undoable}
          answer={answer}
          isBeingDeleted={isBeingDeleted}
          onDelete={noteDeleted}
        />
      )}
      <AnswerNotice answer={answer} />
      <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      {remaining > 0 && (
        <FileDrop
          label="Add pictures"
          hint={`JPG, PNG, WEBP, GIF or AVIF, up to 5MB each, ${galleryMaximum} at most.`}
          prompt="Drop pictures here, or choose files"
          name="picture"
          accept={pictureTypes}
          several
          address={action}
          onFiles={addFiles}
        />
      )}
    </div>
  )
}

/** The pictures whose deletion is under way. They are there again where it fails. */
function useBeingDeleted() {
  const { state } = useNavigation()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (state === 'idle') setIds(new Set())
  }, [state])
  return {
    isBeingDeleted: (id: string) => ids.has(id),
    noteDeleted: (id: string) => setIds((before) => new Set(before).add(id)),
  }
}
