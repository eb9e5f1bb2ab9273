import { href } from 'react-router'
import type { Picture } from '#app/lib/pictures.ts'
import { ButtonForm } from '#app/ui/form-frame.tsx'
import { PictureUpload } from '#app/ui/picture-upload.tsx'
import { coverBytes, coverRefusal, messages } from '../schema.ts'
import { PodcastCover } from './podcast-cover.tsx'
import './my-podcast.css'

/** Uploads, replaces or deletes the cover. */
export function CoverForm({ cover }: { cover: Picture | null }) {
  return (
    <div className="cover-form">
      <div>
        <PodcastCover cover={cover} sizes="10rem" alt={cover ? 'Your cover' : ''} eager />
        {cover && (
          <ButtonForm name="remove-cover" submit="Delete cover" busy="Deleting..." kind="danger" size="small" />
        )}
      </div>
      <div>
        <PictureUpload
          label={cover ? 'Another cover' : 'Cover image'}
          hint="JPG, PNG, WEBP, GIF or AVIF, up to 5MB. It is cropped to a square."
          name="cover"
          action={href('/my-podcast/cover')}
          maxBytes={coverBytes}
          stored={messages.coverUploaded}
          refusal={coverRefusal}
        />
      </div>
    </div>
  )
}
