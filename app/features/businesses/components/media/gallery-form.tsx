import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { FileDrop } from '#app/ui/file-drop.tsx'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { galleryMaximum, galleryRefusal, type Media, messages, pictureBytes, pictureTypes } from '../../schema.ts'
import { GalleryList } from './gallery-list.tsx'
import { useRemoved } from './undo-removal.tsx'

interface GalleryFormProps {
  media: Media
  /** Where pictures are sent to. */
  upload: string
  /** Which of the two screens this is: one message is worded differently. */
  where: 'wizard' | 'my-business'
  /** What the last form about the pictures was answered. */
  answer: FormAnswer | undefined
}

/** The pictures of a business: add several at once, caption, order and delete them. */
export function GalleryForm({ media: { gallery, removed }, upload, where, answer }: GalleryFormProps) {
  const address = `${upload}?kind=gallery`
  const { uploads, add, refuse, cancel, retry } = useUploads({
    address,
    name: 'picture',
    stored: messages.imagesUploaded,
  })
  const coming = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const undoable = useRemoved(removed.gallery)
  const count = gallery.length + undoable.length
  const room = galleryMaximum - count - coming

  const take = (files: File[]) => {
    const taken: File[] = []
    for (const file of files) {
      if (!file.type.startsWith('image/')) refuse(file, galleryRefusal('type', file.name, where))
      else if (file.size > pictureBytes) refuse(file, galleryRefusal('size', file.name, where))
      else if (taken.length >= room) refuse(file, galleryRefusal('too-many', file.name, where))
      else taken.push(file)
    }
    add(taken)
  }

  return (
    <div className="gallery-form">
      <p className="num muted" role="status">
        {count} of {galleryMaximum} pictures
      </p>
      {count > 0 && <GalleryList gallery={gallery} removed={undoable} answer={answer} />}
      <AnswerNotice answer={answer} />
      <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      {room > 0 && (
        <FileDrop
          label="Add pictures"
          hint={`JPG, PNG, WEBP, GIF or AVIF, up to 5MB each, ${galleryMaximum} at most.`}
          prompt="Drop pictures here, or choose them"
          name="picture"
          accept={pictureTypes}
          several
          address={address}
          onFiles={take}
        />
      )}
    </div>
  )
}
