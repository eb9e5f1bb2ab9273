import { href } from 'react-router'
import type { Picture } from '#app/lib/pictures.ts'
import { FileDrop } from '#app/ui/file-drop.tsx'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { UploadList } from '#app/ui/upload-list.tsx'
import { useUploads } from '#app/ui/use-uploads.ts'
import { coverBytes, coverRefusal, coverTypes, messages } from '../schema.ts'
import { PodcastCover } from './podcast-cover.tsx'

const action = href('/my-podcast/cover')

/** Uploads, replaces or deletes the cover. */
export function CoverForm({ cover }: { cover: Picture | null }) {
  const { uploads, add, refuse, cancel, retry } = useUploads({
    address: action,
    name: 'cover',
    stored: messages.coverUploaded,
  })
  const addFile = ([file]: File[]) => {
    if (!file) return
    for (const { id } of uploads) cancel(id)
    if (!file.type.startsWith('image/')) return refuse(file, coverRefusal('type'))
    if (file.size > coverBytes) return refuse(file, coverRefusal('size'))
    add([file])
  }
  return (
    <div className="cover-form">
      <div>
        <PodcastCover cover={cover} sizes="10rem" alt={cover ? 'Your cover' : ''} eager />
        {cover && (
          <ButtonForm name="remove-cover" submit="Delete cover" busy="Deleting..." kind="danger" size="small" />
        )}
      </div>
      <div>
        <FileDrop
          label={cover ? 'Another cover' : 'Cover image'}
          hint="JPG, PNG, WEBP, GIF or AVIF, up to 5MB. It is cut to a square."
          prompt="Drop a picture here, or choose a file"
          name="cover"
          accept={coverTypes}
          address={action}
          onFiles={addFile}
        />
        <UploadList uploads={uploads} cancel={cancel} retry={retry} />
      </div>
    </div>
  )
}
