import { href } from 'react-router'
import type { Picture } from '#app/lib/pictures.ts'
import type { RemovedPicture } from '#app/lib/removed-picture.ts'
import { PictureUpload } from '#app/ui/picture-upload.tsx'
import { coverBytes, coverRefusal, podcastMessages } from '../model.ts'
import { PodcastCover } from './podcast-cover.tsx'
import './my-podcast.css'

interface CoverFormProps {
  cover: Picture | null
  removed: RemovedPicture | null
  /** Whether the cover waits for a podcast that is still to be created. */
  waits: boolean
}

/** Uploads, replaces or deletes the cover. */
export function CoverForm({ cover, removed, waits }: CoverFormProps) {
  return (
    <PictureUpload
      what="cover"
      shown={<PodcastCover cover={cover} sizes="10rem" alt={cover ? 'Your cover' : ''} eager />}
      hasPicture={cover !== null}
      removed={removed}
      forms={{ remove: 'remove-cover', undo: 'undo-cover' }}
      removeLabel="Delete cover"
      label={cover ? 'Another cover' : 'Cover image'}
      hint={
        <>
          JPG, PNG, WEBP, GIF or AVIF, up to 5MB. It is cropped to a square.
          {waits && ' We keep it for 30 days and add it to your podcast when you create it.'}
          {waits && <noscript> Upload it before you fill in the rest.</noscript>}
        </>
      }
      name="cover"
      action={href('/my-podcast/cover')}
      maxBytes={coverBytes}
      stored={podcastMessages.coverUploaded}
      refusal={coverRefusal}
    />
  )
}
