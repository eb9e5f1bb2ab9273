import { href } from 'react-router'
import type { Picture } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { SinglePictureUpload } from '#app/ui/picture-upload.tsx'
import { podcastCoverMaxBytes, podcastCoverRefusedToast, podcastToasts } from '../model.ts'
import { PodcastCover } from './podcast-cover.tsx'
import './my-podcast.css'

interface CoverFormProps {
  cover: Picture | null
  removed: UndoableRemovedPicture | null
  /** Whether the cover waits for a podcast that is still to be created. */
  waits: boolean
}

/** Uploads, replaces or deletes the cover. */
export function PodcastCoverForm({ cover, removed, waits }: CoverFormProps) {
  return (
    <SinglePictureUpload
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
      maxBytes={podcastCoverMaxBytes}
      stored={podcastToasts.coverUploaded}
      refusal={podcastCoverRefusedToast}
    />
  )
}
