import { avatarSourcesFromStorageKey } from '#app/lib/pictures.ts'
import type { UndoableRemovedPicture } from '#app/lib/removed-picture.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { SinglePictureUpload } from '#app/ui/picture-upload.tsx'
import { avatarMaxBytes, avatarRefusedToast, avatarToasts, avatarUploadPath } from '../model.ts'

interface AvatarFormProps {
  /** Key in the bucket `avatars`; null for none. */
  avatarKey: string | null
  /** The first two letters of the sign-in address. */
  initials: string
  removed: UndoableRemovedPicture | null
}

/** Uploads, replaces or removes the member's picture. */
export function AvatarForm({ avatarKey, initials, removed }: AvatarFormProps) {
  return (
    <SinglePictureUpload
      what="picture"
      shown={
        <Avatar
          picture={avatarKey === null ? null : avatarSourcesFromStorageKey(avatarKey)}
          initials={initials}
          size="large"
        />
      }
      hasPicture={avatarKey !== null}
      removed={removed}
      forms={{ remove: 'remove-avatar', undo: 'undo-avatar' }}
      removeLabel="Remove picture"
      label={avatarKey === null ? 'Picture' : 'Another picture'}
      hint="JPG, PNG, WEBP, GIF or AVIF, up to 5MB. It is cropped to a square."
      name="avatar"
      action={avatarUploadPath}
      maxBytes={avatarMaxBytes}
      stored={avatarToasts.uploaded}
      refusal={avatarRefusedToast}
    />
  )
}
