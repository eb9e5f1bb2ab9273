import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { acceptedPictureTypes } from '#app/lib/pictures.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { isFileOfAcceptedType } from '#app/ui/is-file-of.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { useStillUndoableRemovedPictures } from '#app/ui/undo-removal.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useFileUploads } from '#app/ui/use-uploads.ts'
import {
  businessGalleryMaximum,
  businessPictureMaximumBytes,
  galleryPictureRefusedToast,
  type OwnBusinessMedia,
  ownBusinessToasts,
} from '../../model.ts'
import { EditableBusinessGalleryList } from './gallery-list.tsx'
import '#app/features/businesses/components/my-business.css'
import '#app/features/businesses/components/wizard.css'

interface GalleryFormProps {
  media: OwnBusinessMedia
  /** The path that pictures are posted to. */
  upload: string
  /** The screen it is on: one message is worded differently. */
  where: 'wizard' | 'my-business'
  /** The response to the last form about pictures. */
  answer: FormRefusal | undefined
}

/** The gallery: add several pictures at once, caption, sort and delete them. */
export function BusinessGalleryForm({ media: { gallery, removed }, upload, where, answer }: GalleryFormProps) {
  const action = `${upload}?kind=gallery`
  const { uploads, add, refuse, cancel, retry } = useFileUploads({
    address: action,
    name: 'picture',
    stored: ownBusinessToasts.imagesUploaded,
  })
  const pending = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const undoable = useStillUndoableRemovedPictures(removed.gallery)
  const { isBeingDeleted, noteDeleted } = useBeingDeleted()
  const count = gallery.filter(({ id }) => !isBeingDeleted(id)).length
  const remaining = businessGalleryMaximum - count - pending

  const addFiles = async (files: File[]) => {
    const accepted: File[] = []
    for (const file of files) {
      if (file.size > businessPictureMaximumBytes) refuse(file, galleryPictureRefusedToast('size', file.name, where))
      else if (!(await isFileOfAcceptedType(file, 'pictures')))
        refuse(file, galleryPictureRefusedToast('type', file.name, where))
      else if (accepted.length >= remaining) refuse(file, galleryPictureRefusedToast('too-many', file.name, where))
      else accepted.push(file)
    }
    add(accepted)
  }

  return (
    <div className="gallery-form">
      <p className="num muted" role="status">
        {count} of {businessGalleryMaximum} pictures
      </p>
      {gallery.length + undoable.length > 0 && (
        <EditableBusinessGalleryList
          gallery={gallery}
          removed={undoable}
          answer={answer}
          isBeingDeleted={isBeingDeleted}
          onDelete={noteDeleted}
        />
      )}
      <FormAnswerNotice answer={answer} />
      <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      {remaining > 0 && (
        <FileDrop
          label="Add pictures"
          hint={`JPG, PNG, WEBP, GIF or AVIF, up to 5MB each, ${businessGalleryMaximum} at most.`}
          prompt="Drop pictures here, or choose files"
          name="picture"
          accept={acceptedPictureTypes}
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
